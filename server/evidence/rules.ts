import { recordingTypes } from '../../domain/recordings/files.ts';
import { dropUnseen } from '../../domain/visible-text.ts';
import { DomainError } from '../errors.ts';

/** Format of the bytes themselves; `text` has no signature and contains only text. */
export type Format =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'pdf'
  | 'evtx'
  | 'pcap'
  | 'pcapng'
  | 'zip'
  | '7z'
  | 'gzip'
  | 'mp4'
  | 'webm'
  | 'text';

export type Kind = {
  format: Format;
  /** Recorded and served, regardless of the declared type. */
  mimeType: string;
  /** Types that clients declare for this kind. */
  declared: readonly string[];
  /** Browsers and common clients have no type for it, so none, or the one for unknown bytes, is accepted. */
  mayBeUndeclared: boolean;
  /** A text of this kind must begin with one of these, after white space. */
  beginning?: RegExp;
  /** A text of this kind may contain any control characters. */
  mayHoldControls?: true;
};

function makeKind(format: Format, mimeType: string, otherTypes: readonly string[] = []): Kind {
  return { format, mimeType, declared: [mimeType, ...otherTypes], mayBeUndeclared: false };
}

function allowUndeclared(known: Kind): Kind {
  return { ...known, mayBeUndeclared: true };
}

const jpeg = makeKind('jpeg', 'image/jpeg', ['image/jpg', 'image/pjpeg']);
const yaml = allowUndeclared(
  makeKind('text', 'application/yaml', [
    'application/x-yaml',
    'text/yaml',
    'text/x-yaml',
    'text/vnd.yaml',
    'text/plain',
  ]),
);

/** The output of a terminal has any control characters. */
const terminalOutput: Kind = {
  ...allowUndeclared(makeKind('text', recordingTypes.typescript, ['text/plain'])),
  mayHoldControls: true,
};

/** The whitelist: file extension → kind. */
export const kinds: ReadonlyMap<string, Kind> = new Map([
  ['png', makeKind('png', 'image/png', ['image/x-png'])],
  ['jpg', jpeg],
  ['jpeg', jpeg],
  ['gif', makeKind('gif', 'image/gif')],
  ['webp', makeKind('webp', 'image/webp')],
  ['pdf', makeKind('pdf', 'application/pdf', ['application/x-pdf'])],
  ['txt', makeKind('text', 'text/plain')],
  ['log', allowUndeclared(makeKind('text', 'text/plain', ['text/x-log']))],
  ['md', allowUndeclared(makeKind('text', 'text/markdown', ['text/x-markdown', 'text/plain']))],
  [
    'csv',
    allowUndeclared(
      makeKind('text', 'text/csv', [
        'text/x-csv',
        'application/csv',
        'text/comma-separated-values',
        'application/vnd.ms-excel',
        'text/plain',
      ]),
    ),
  ],
  [
    'json',
    {
      ...allowUndeclared(makeKind('text', 'application/json', ['text/json', 'text/plain'])),
      beginning: /^[[{"\-0-9tfn]/,
    },
  ],
  [
    'xml',
    {
      ...allowUndeclared(makeKind('text', 'application/xml', ['text/xml', 'text/plain'])),
      beginning: /^</,
    },
  ],
  ['yaml', yaml],
  ['yml', yaml],
  [
    'cast',
    {
      ...allowUndeclared(
        makeKind('text', recordingTypes.cast, ['application/json', 'application/x-ndjson', 'text/plain']),
      ),
      beginning: /^[{#]/,
    },
  ],
  ['typescript', terminalOutput],
  ['timing', allowUndeclared(makeKind('text', recordingTypes.timing, ['text/plain']))],
  ['evtx', allowUndeclared(makeKind('evtx', 'application/x-ms-evtx', ['application/x-evtx']))],
  [
    'pcap',
    allowUndeclared(
      makeKind('pcap', 'application/vnd.tcpdump.pcap', [
        'application/x-pcap',
        'application/pcap',
        'application/cap',
      ]),
    ),
  ],
  [
    'pcapng',
    allowUndeclared(
      makeKind('pcapng', 'application/x-pcapng', [
        'application/pcapng',
        'application/x-pcap',
        'application/vnd.tcpdump.pcap',
      ]),
    ),
  ],
  [
    'zip',
    allowUndeclared(
      makeKind('zip', 'application/zip', ['application/x-zip-compressed', 'application/x-zip']),
    ),
  ],
  ['7z', allowUndeclared(makeKind('7z', 'application/x-7z-compressed'))],
  [
    'gz',
    allowUndeclared(
      makeKind('gzip', 'application/gzip', [
        'application/x-gzip',
        'application/x-compressed-tar',
        'application/x-tgz',
      ]),
    ),
  ],
  ['mp4', makeKind('mp4', 'video/mp4', ['application/mp4', 'video/x-m4v'])],
  ['webm', makeKind('webm', 'video/webm', ['audio/webm'])],
]);

/** Whether files of this recorded type are texts: UTF-8, or UTF-16 with a byte order mark. */
export function isTextType(mimeType: string): boolean {
  return [...kinds.values()].some((kind) => kind.format === 'text' && kind.mimeType === mimeType);
}

const unknownBytes = 'application/octet-stream';

/**
 * The kind of a file by its safe name and its declared type (null if none was declared). Refuses an extension not on the
 * whitelist, and a type that belongs to another kind.
 */
export function judgeKind(fileName: string, declaredType: string | null): Kind {
  const extension = readExtension(fileName);
  const found = kinds.get(extension);
  if (found === undefined) {
    const allowed = [...kinds.keys()].join(', ');
    throw new DomainError('unsupported_media_type', `The file's extension must be one of ${allowed}`);
  }
  // RFC 7578: a part without a type is text.
  const type = (declaredType ?? (found.mayBeUndeclared ? unknownBytes : 'text/plain')).toLowerCase();
  if (!found.declared.includes(type) && !(type === unknownBytes && found.mayBeUndeclared)) {
    throw new DomainError(
      'unsupported_media_type',
      `A .${extension} file must be declared as ${found.declared.join(' or ')}`,
    );
  }
  return found;
}

function readExtension(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot === -1 ? '' : fileName.slice(dot + 1).toLowerCase();
}

const nameLimit = 255;
const longestExtension = 16;

/**
 * A client's file name made safe to show and to save: only the last segment, no control or direction-changing characters, at most
 * 255 bytes including the extension, never empty. Refuses nothing. It is never used as a path.
 */
export function toSafeFileName(given: string): string {
  const segment = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = dropTrailingDots(dropUnseen(segment).trim());
  const dot = name.lastIndexOf('.');
  const hasExtension = dot !== -1 && name.length - dot - 1 <= longestExtension;
  const extension = hasExtension ? name.slice(dot) : '';
  const stem = (hasExtension ? name.slice(0, dot) : name).replace(/^\.+/, '');
  return truncate(stem === '' ? 'evidence' : stem, nameLimit - Buffer.byteLength(extension)) + extension;
}

/** Windows silently drops trailing dots and spaces, which would change the judged extension. */
function dropTrailingDots(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}

function truncate(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}

/** Limits of evidence per mission or engagement, and of all uploads of one person, in bytes; null if limited only by the disk. */
export type Quotas = { mission: number | null; person: number | null };

/**
 * Refuses `quota_exceeded` a file that exceeds the operator's limit for a mission or engagement, or for a person's uploads; the
 * message names the limit.
 */
export function refuseOverQuota(
  quotas: Quotas,
  used: { exercise: number; person: number },
  exercise: 'mission' | 'engagement',
  size: number,
): void {
  const limits = [
    [
      quotas.mission,
      used.exercise,
      exercise === 'mission' ? 'the evidence of this mission' : 'the evidence of this engagement',
    ],
    [quotas.person, used.person, 'what you have uploaded'],
  ] as const;
  for (const [quota, before, what] of limits) {
    if (quota === null || before + size <= quota) continue;
    const mebibytes = quota / (1024 * 1024);
    throw new DomainError('quota_exceeded', `With this file, ${what} exceeds the limit of ${mebibytes} MiB`);
  }
}
