/** News about the session for the other tabs of this browser; `userId` is the person's. */
export type News = { of: 'signed_in' | 'signed_out' | 'ended'; userId: string };

const channel = new BroadcastChannel('damson.session');

export function tellTabs(news: News): void {
  channel.postMessage(news);
}

/** Calls back on news from another tab; returns a function to unsubscribe. */
export function onNews(hear: (news: News) => void): () => void {
  const listen = ({ data }: MessageEvent<News>) => hear(data);
  channel.addEventListener('message', listen);
  return () => channel.removeEventListener('message', listen);
}
