import { getSession } from '../../api/connection/session.ts';
import { sumUp, type UnfinishedWork, unfinishedWork } from '../forms/unfinished.ts';
import { saveDrafts } from './use-field-writer.ts';

type Asked = { userId: string; question: string };
type Answer = { question: string; tab: string; left: UnfinishedWork; isLast: boolean };

const questions = new BroadcastChannel('damson.save');
const answers = new BroadcastChannel('damson.saved');
// Pages over plain HTTP have no `crypto.randomUUID`.
const tab = String(Math.random());

/** A tab with unsaved work reports it at once. */
const answersWithinMs = 250;
/** A little longer than a tab takes to save. */
const savesWithinMs = 4_000;

questions.addEventListener('message', async ({ data: { userId, question } }: MessageEvent<Asked>) => {
  const { unsaved, uploads } = unfinishedWork();
  if (getSession()?.user.id !== userId || unsaved + uploads === 0) return;
  const answer = (isLast: boolean) =>
    answers.postMessage({ question, tab, left: unfinishedWork(), isLast } satisfies Answer);
  answer(false);
  await saveDrafts();
  answer(true);
});

/** Has the person's other tabs save their text; returns the work that remains unsaved. */
export async function saveInOtherTabs(userId: string): Promise<UnfinishedWork> {
  const question = String(Math.random());
  const tabs = new Map<string, Answer>();
  const isSaving = () => [...tabs.values()].some(({ isLast }) => !isLast);
  let onAnswer = () => {};
  const hear = ({ data }: MessageEvent<Answer>) => {
    if (data.question !== question) return;
    tabs.set(data.tab, data);
    onAnswer();
  };
  answers.addEventListener('message', hear);
  questions.postMessage({ userId, question } satisfies Asked);
  await wait(answersWithinMs);
  if (isSaving()) {
    const saved = new Promise<void>((resolve) => {
      onAnswer = () => {
        if (!isSaving()) resolve();
      };
    });
    await Promise.race([saved, wait(savesWithinMs)]);
  }
  answers.removeEventListener('message', hear);
  return sumUp([...tabs.values()].map(({ left }) => left));
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
