import { atMost, longText, needed, notBeforeStart } from '../../ui/rules.ts';

export type MissionFields = {
  name: string;
  client: string;
  description: string;
  start_date: string;
  end_date: string;
};

export const missionRules = {
  name: needed('Give the mission a name', 200),
  client: atMost(200),
  description: longText,
  end_date: notBeforeStart,
};

export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
