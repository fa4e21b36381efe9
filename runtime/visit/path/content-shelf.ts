import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { CONTENT_KINDS, type Content, contentId } from '../links/link-content.ts';
import { visitCollections } from '../store/collections.ts';
import { readContent, sweepContents } from '../store/contents.ts';

/** Bytes of contents that are kept in memory; the largest of them is an eighth of it. */
const MEMORY_BYTES = 32 * 2 ** 20;
/** How long what no link shows is kept, milliseconds: a picture may be uploaded long before its code is saved. */
const UNUSED_MS = 24 * 60 * 60 * 1000;
const SWEEP_MS = 60 * 60 * 1000;
const PRIVATE_FILE = 0o600;
const FILE_NAME = /^[0-9A-Za-z_-]{43}$/;

/** What links show, held where a visit finds it without the store. */
export interface ContentShelf {
  /** What is in memory. */
  find(id: string): Content | undefined;
  /** From memory, from the disk, from the store; undefined when none of them has it now. */
  load(id: string): Promise<Content | undefined>;
  /** Brings contents to the disk ahead of their first visit. */
  want(ids: readonly string[]): void;
  /** Forgets what no link shows any more. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Contents never change under their names: what is on the disk is right, or damaged and then read from the store anew.
 * @param directory where they are kept; made when it is not there
 */
export async function createContentShelf(options: {
  directory: string;
  database: mongo.Db;
  isStoreUp(): boolean;
  clock: Clock;
  log: Logger;
}): Promise<ContentShelf> {
  const { clock, directory, log } = options;
  const collections = visitCollections(options.database);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const held = createHeld();
  const loading = new Map<string, Promise<Content | undefined>>();
  let fetching: Promise<void> = Promise.resolve();
  let isClosed = false;

  const fetchFromStore = async (id: string): Promise<Content | undefined> => {
    if (isClosed || !options.isStoreUp()) return undefined;
    const content = await readContent(collections, id);
    if (content !== undefined) await writeContent(directory, id, content);
    return content;
  };
  const find = async (id: string): Promise<Content | undefined> => {
    const content = (await readFileOf(directory, id)) ?? (await fetchFromStore(id));
    if (content !== undefined) held.put(id, content);
    return content;
  };
  const load = (id: string): Promise<Content | undefined> => {
    const known = held.get(id);
    if (known !== undefined) return Promise.resolve(known);
    const asked = loading.get(id);
    if (asked !== undefined) return asked;
    const work = find(id)
      .catch((error: unknown) => {
        log.warn({ error, content: id }, 'what a link shows could not be read');
        return undefined;
      })
      .finally(() => loading.delete(id));
    loading.set(id, work);
    return work;
  };
  const bring = async (id: string): Promise<void> => {
    if (isClosed || (await isThere(join(directory, id)))) return;
    await fetchFromStore(id).catch((error: unknown) =>
      log.warn({ error, content: id }, 'what a link shows could not be kept for a time without the store'),
    );
  };
  const sweep = async (): Promise<void> => {
    const before = new Date(clock.now() - UNUSED_MS);
    await sweepFiles(directory, await sweepContents(collections, before), before);
  };
  const timer = setInterval(() => {
    if (options.isStoreUp())
      void sweep().catch((error: unknown) => log.warn({ error }, 'what no link shows could not be removed'));
  }, SWEEP_MS);
  timer.unref();

  return {
    find: held.get,
    load,
    want(ids) {
      for (const id of ids) fetching = fetching.then(() => bring(id));
    },
    sweep,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await fetching;
    },
  };
}

/** Contents in memory; what was asked for longest ago goes first. */
function createHeld() {
  const contents = new Map<string, Content>();
  let used = 0;
  return {
    get(id: string): Content | undefined {
      const content = contents.get(id);
      if (content === undefined) return undefined;
      contents.delete(id);
      contents.set(id, content);
      return content;
    },
    put(id: string, content: Content): void {
      if (contents.has(id)) return;
      contents.set(id, content);
      used += content.bytes.length;
      for (const [oldest, { bytes }] of contents) {
        if (used <= MEMORY_BYTES || oldest === id) break;
        contents.delete(oldest);
        used -= bytes.length;
      }
    },
  };
}

/** A file is the kind, a line feed, and the bytes. */
async function readFileOf(directory: string, id: string): Promise<Content | undefined> {
  const file = await readFile(join(directory, id)).catch(absent);
  if (file === undefined) return undefined;
  const end = file.indexOf(10);
  const kind = CONTENT_KINDS.find((one) => one === file.toString('latin1', 0, Math.max(end, 0)));
  if (kind === undefined) return undefined;
  const content = { kind, bytes: file.subarray(end + 1) };
  return contentId(content) === id ? content : undefined;
}

async function writeContent(directory: string, id: string, { kind, bytes }: Content): Promise<void> {
  const draft = join(directory, `${id}.${process.pid}`);
  await writeFile(draft, Buffer.concat([Buffer.from(`${kind}\n`), bytes]), { mode: PRIVATE_FILE });
  await rename(draft, join(directory, id));
}

async function sweepFiles(directory: string, used: ReadonlySet<string>, before: Date): Promise<void> {
  for (const name of await readdir(directory)) {
    if (FILE_NAME.test(name) && used.has(name)) continue;
    const found = await stat(join(directory, name)).catch(absent);
    if (found !== undefined && found.mtime < before) await rm(join(directory, name), { force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(absent)) !== undefined;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
