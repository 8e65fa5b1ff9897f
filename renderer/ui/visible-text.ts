// biome-ignore lint/performance/noBarrelFile: the screens know it by this place
export { toVisibleText } from '../../domain/visible-text.ts';
