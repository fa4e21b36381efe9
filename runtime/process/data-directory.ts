import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, isGuessableKey, StartError } from './environment.ts';
import { type KeptTimeZone, openTimeZone, zoneIn } from './time-zone.ts';

export interface DataDirectory {
  path: string;
  /** 32 bytes. */
  secretKey: Uint8Array;
  timeZone: KeptTimeZone;
  /** An own 32-byte key for each purpose: HKDF-SHA256 of the secret key, RFC 5869. */
  deriveKey(purpose: string): Uint8Array;
  /** Bearer token of GET /metrics, also in DATA_DIR/metrics.token. */
  metricsToken: string;
  /** Random, made once: no other data directory has it. */
  instanceId: string;
  /** Token of `GET /internal/…` for others than this machine: INTERNAL_TOKEN, else what DATA_DIR/internal.token holds. */
  internalToken: string;
}

/**
 * Makes DATA_DIR and what it keeps for good: the secret key and the time zone. Several processes may do so at the same time.
 * @throws StartError when the directory cannot be written, or TIME_ZONE differs from the one that visits were counted by.
 */
export function prepareDataDirectory(environment: Environment): Promise<DataDirectory> {
  const path = environment.dataDirectory;
  return writing(async () => {
    const timeZone = await prepareTimeZone(environment);
    const secretKey = environment.secretKey ?? (await keptSecretKey(path));
    if (environment.isProduction && isGuessableKey(secretKey))
      throw new StartError(`${join(path, 'secret.key')}: expected 32 random bytes; this key can be guessed`);
    const deriveKey = derivedFrom(secretKey);
    const made = Buffer.from(deriveKey('metrics')).toString('base64url');
    // What the file says is in force: an operator has handed it to a scraper, and SECRET_KEY may have come later.
    const metricsToken = await writeOnce(join(path, 'metrics.token'), made);
    const internal = Buffer.from(deriveKey('internal')).toString('base64url');
    const internalToken =
      environment.internalToken ?? (await writeOnce(join(path, 'internal.token'), internal));
    const instanceId = await keptInstanceId(path);
    return { path, secretKey, timeZone, deriveKey, metricsToken, instanceId, internalToken };
  });
}

const derivedFrom = (secretKey: Uint8Array) => (purpose: string) =>
  new Uint8Array(hkdfSync('sha256', secretKey, new Uint8Array(0), `waypost/v1/${purpose}`, 32));

/** What a data directory keeps for good, as far as it is there. */
export interface FoundDataDirectory {
  deriveKey: DataDirectory['deriveKey'] | undefined;
  timeZone: string | undefined;
}

/** Reads what `prepareDataDirectory` would give, and makes nothing. @throws StartError when the key is none */
export function findDataDirectory(environment: Environment): FoundDataDirectory {
  const path = environment.dataDirectory;
  const file = join(path, 'secret.key');
  const kept = existsSync(file) ? keyIn(file, readFileSync(file, 'utf8').trim()) : undefined;
  const secretKey = environment.secretKey ?? kept;
  return {
    deriveKey: secretKey === undefined ? undefined : derivedFrom(secretKey),
    timeZone: environment.timeZone ?? zoneIn(path),
  };
}

/** Random, made once: what tells a data directory from all others. */
export function keptInstanceId(path: string): Promise<string> {
  return writeOnce(join(path, 'instance.id'), randomUUID());
}

/**
 * Makes DATA_DIR and keeps the time zone, for processes that need no key.
 * @throws StartError as `prepareDataDirectory`
 */
export function prepareTimeZone(
  environment: Pick<Environment, 'dataDirectory' | 'timeZone'>,
): Promise<KeptTimeZone> {
  return writing(async () => {
    await mkdir(environment.dataDirectory, { recursive: true, mode: 0o700 });
    return openTimeZone(environment);
  });
}

async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`DATA_DIR: expected a directory that can be written (${reason})`);
  }
}

async function keptSecretKey(path: string): Promise<Uint8Array> {
  const file = join(path, 'secret.key');
  return keyIn(file, await writeOnce(file, randomBytes(32).toString('base64')));
}

function keyIn(file: string, text: string): Uint8Array {
  const key = new Uint8Array(Buffer.from(text, 'base64'));
  if (key.length !== 32) throw new StartError(`${file}: expected 32 bytes in base64`);
  return key;
}

/**
 * Writes `content` unless the file exists; answers what it then holds. The file appears whole: it is written under
 * another name and linked, which fails when another process was first.
 */
async function writeOnce(file: string, content: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined) return existing.trim();
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${content}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}
