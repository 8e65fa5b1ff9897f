import type { FiguredTest } from '../../../domain/figured-tests.ts';
import type { TestStatus } from '../../../domain/missions.ts';
import type { CatalogTag } from '../../fields.ts';
import type { Comparable } from './rules.ts';

export type MissionTest = FiguredTest &
  Comparable & {
    id: string;
    scenario_id: string;
    status: TestStatus;
    catalog_tags: CatalogTag[];
    updated_at: string;
  };
