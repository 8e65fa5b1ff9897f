export type MissionFields = {
  name: string;
  client: string;
  description: string;
  start_date: string;
  end_date: string;
};

export const missionRules = {
  name: (value: string) => {
    if (value.trim() === '') return 'Give the mission a name';
    return value.trim().length > 200 ? 'At most 200 characters' : null;
  },
  client: (value: string) => (value.trim().length > 200 ? 'At most 200 characters' : null),
  end_date: (value: string, { start_date }: { start_date: string }) =>
    value !== '' && start_date !== '' && value < start_date ? 'The end is before the start' : null,
};

export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
