import { fillScreen } from '../../ui/pages/use-full-screen.ts';

/** Links a mission to its wall view and back; the wall view fills the screen if the browser allows it. */
export const toWall = (missionId: string) => ({
  to: `/missions/${missionId}/wall`,
  state: { fromMission: true },
  onGo: fillScreen,
});
