// Plain JavaScript, because it runs before there is a cache for TypeScript.
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The folder where Node may keep compiled code, or undefined. What lies there is run, so it belongs to this user alone. It is never
 * inside a data folder: the service's user has that as its home, and a restore needs it empty.
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | undefined}
 */
export function findCompileCache(args, environment) {
  const dataFolders = listDataFolders(args, environment);
  return listCandidates(environment).find(
    (folder) =>
      path.isAbsolute(folder) &&
      !listParents(folder).some((parent) => isData(parent, dataFolders)) &&
      isPrivate(folder),
  );
}

/** @param {Readonly<Record<string, string | undefined>>} environment */
function listCandidates(environment) {
  const { CACHE_DIRECTORY: service, XDG_CACHE_HOME: caches } = environment;
  const user = process.getuid?.() ?? 'user';
  const home = environment.HOME || homedir();
  const places = {
    darwin: path.join(home, 'Library', 'Caches'),
    win32: environment.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'),
  };
  const ofUser = places[/** @type {'darwin'} */ (process.platform)] ?? path.join(home, '.cache');
  return [
    ...(service ? [service.split(':')[0] ?? ''] : []),
    ...(caches ? [path.join(caches, 'damson')] : []),
    // A home without a cache folder belongs to no person.
    ...(existsSync(ofUser) ? [path.join(ofUser, 'damson')] : []),
    path.join(tmpdir(), `damson-cache-${user}`),
  ];
}

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
function listDataFolders(args, environment) {
  const given = args.flatMap((arg, index) => {
    if (arg === '--data-dir' || arg === '--evidence-dir') return args[index + 1] ?? [];
    return /^--(?:data|evidence)-dir=(.+)$/.exec(arg)?.[1] ?? [];
  });
  const { SVC_DATA_DIR: data, EVIDENCE_DIR: evidence } = environment;
  return [...given, data, evidence].flatMap((folder) => (folder ? path.resolve(folder) : []));
}

/** @param {string} folder */
function listParents(folder) {
  const parents = [folder];
  for (let parent = path.dirname(folder); parent !== parents.at(-1); parent = path.dirname(parent))
    parents.push(parent);
  return parents;
}

/**
 * @param {string} folder
 * @param {readonly string[]} dataFolders
 */
function isData(folder, dataFolders) {
  return dataFolders.includes(folder) || existsSync(path.join(folder, 'damson.lock'));
}

/** @param {string} folder */
function isPrivate(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (process.platform === 'win32') return found.isDirectory();
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}
