/** News of the session for the other tabs of this browser; `userId` is whose it is. */
export type News = { of: 'signed_in' | 'signed_out' | 'ended'; userId: string };

const channel = new BroadcastChannel('damson.session');

export function tellTabs(news: News): void {
  channel.postMessage(news);
}

/** Calls back when another tab tells something; returns what ends that. */
export function onNews(hear: (news: News) => void): () => void {
  const listen = ({ data }: MessageEvent<News>) => hear(data);
  channel.addEventListener('message', listen);
  return () => channel.removeEventListener('message', listen);
}
