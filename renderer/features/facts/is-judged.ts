/** Whether blue has recorded a level or a fact. */
export function isJudged({
  detection_level,
  facts,
}: {
  detection_level: unknown | null;
  facts: readonly unknown[];
}): boolean {
  return detection_level !== null || facts.length > 0;
}
