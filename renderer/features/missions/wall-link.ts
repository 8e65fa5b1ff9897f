import { fillScreen } from '../../ui/pages/use-full-screen.ts';

/** Leads from a mission to its wall view and back: it fills the screen where the browser lets it. */
export const toWall = (missionId: string) => ({
  to: `/missions/${missionId}/wall`,
  state: { fromMission: true },
  onGo: fillScreen,
});
