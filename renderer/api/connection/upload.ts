import { t } from '../../words.ts';
import { noteRefusal, noteUnreachable } from './http.ts';
import { noteReach } from './reach.ts';
import { replaceToken } from './renewal.ts';
import { getSession } from './session.ts';

type Options = {
  method?: 'POST' | 'PUT';
  contentType?: string;
  /** Called with the bytes sent so far and their total. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
};

/** Sends a file as the signed-in person, reporting progress: `fetch` reports none for a body being sent. */
export async function upload<T>(
  path: string,
  body: File | FormData,
  options: Options,
  isAgain = false,
): Promise<T> {
  const token = getSession()?.token ?? null;
  const { status, responseText } = await sendFile(path, body, token, options);
  if (status >= 200 && status < 300) {
    noteReach(true);
    return JSON.parse(responseText) as T;
  }
  if (status === 401 && token !== null && (await replaceToken(token)) && !isAgain) {
    return upload(path, body, options, true);
  }
  throw noteRefusal(status, responseText);
}

function sendFile(
  path: string,
  body: File | FormData,
  token: string | null,
  { method = 'POST', contentType, onProgress, signal }: Options,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader('accept', 'application/json');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (contentType !== undefined) request.setRequestHeader('content-type', contentType);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => resolve(request);
    request.onerror = () => reject(noteUnreachable());
    request.onabort = () => reject(new DOMException(t('app.cancelled'), 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
