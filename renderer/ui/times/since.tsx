import { createStore, type Store } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';
import { t } from '../../words.ts';
import { tellAge } from './age.ts';

const everyMs = 30_000;
const now = createStore(Date.now());
const tick = () => now.set(Date.now());
let ages = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all ages on the page, stopped while none is shown. */
const clock: Pick<Store<number>, 'get' | 'subscribe'> = {
  get: now.get,
  subscribe: (listener) => {
    const leave = now.subscribe(listener);
    ages += 1;
    if (ages === 1) {
      tick();
      timer = setInterval(tick, everyMs);
    }
    return () => {
      leave();
      ages -= 1;
      if (ages === 0) clearInterval(timer);
    };
  },
};

/** Age of a moment; the exact UTC is in the title. */
export function Since({ at }: { at: string }) {
  const present = useStore(clock);
  return (
    <time dateTime={at} title={t('shared.replace_utc', { replace: at.replace('T', ' ').replace('Z', '') })}>
      {tellAge(at, present)}
    </time>
  );
}
