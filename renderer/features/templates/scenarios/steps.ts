import type { NamedTag } from '../../../../server/catalogue/contract.ts';
import type { PositionEdge, ScenarioTemplate } from '../../../../server/templates/contract.ts';

/** A step that another one follows in the attack path, by its key. */
export type FollowedStep = { key: number; condition: string | null };

/** A test template at one position of a scenario, which may contain it several times: `key` distinguishes them while moving. */
export type Step = {
  key: number;
  id: string;
  name: string;
  catalog_tags: NamedTag[];
  /** Omitted for none. */
  follows?: FollowedStep[];
};

/** The steps of a scenario, each with those it follows. */
export function toSteps({ tests, follows }: ScenarioTemplate): Step[] {
  const followed = Map.groupBy(follows, ({ position }) => position);
  return tests.map(({ position, test_template }) => ({
    key: position,
    ...test_template,
    follows: (followed.get(position) ?? []).map((edge) => ({ key: edge.follows, condition: edge.condition })),
  }));
}

/** The steps that a step follows. */
export function followedBy({ follows = [] }: Step): readonly FollowedStep[] {
  return follows;
}

/** The edges of the attack path by the present places of the steps. */
export function toFollows(steps: readonly Step[]): PositionEdge[] {
  const places = new Map(steps.map(({ key }, index) => [key, index]));
  return steps.flatMap((step, position) =>
    followedBy(step).flatMap(({ key, condition }) => {
      const follows = places.get(key);
      return follows === undefined ? [] : [{ position, follows, condition }];
    }),
  );
}

/** The steps without one of them, and without links to it. */
export function withoutStep(steps: readonly Step[], key: number): Step[] {
  return steps
    .filter((step) => step.key !== key)
    .map((step) => {
      const follows = followedBy(step).filter((followed) => followed.key !== key);
      return follows.length === followedBy(step).length ? step : { ...step, follows };
    });
}
