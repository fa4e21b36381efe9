import { knownServerAddresses, knownVisitBlocks } from '../process/known-blocks.ts';
import type { KnownFile } from '../process/known-list.ts';
import { knownTemplates } from '../process/known-templates.ts';
import {
  createJumpTemplates,
  createServerAddresses,
  createVisitBlocks,
  JUMP_TEMPLATE,
  type JumpTemplateDocument,
  SERVER_IP_BLACK,
  type ServerAddressDocument,
  VISIT_BLOCK,
  type VisitBlockDocument,
} from '../services/index.ts';
import { followChanges } from '../storage/index.ts';
import type { Ground } from './ground.ts';

/** The lists and pages that only visits go by: followed where visits are answered, and nowhere else. */
export async function openVisitLists(ground: Ground) {
  const { clock, store } = ground;
  const [ofOwners, ofServers, ofTemplates] = await Promise.all([
    followed(ground, {
      part: 'visit_block',
      collection: VISIT_BLOCK,
      file: knownVisitBlocks,
      unread: 'what owners refused before the last stop cannot be read',
      failed: 'what owners refuse could not be read or kept',
    }),
    followed(ground, {
      part: 'server_ip_black',
      collection: SERVER_IP_BLACK,
      file: knownServerAddresses,
      unread: 'which addresses were servers’ before the last stop cannot be read',
      failed: 'the addresses of servers could not be read or kept',
    }),
    followed(ground, {
      part: 'jump_template',
      collection: JUMP_TEMPLATE,
      file: knownTemplates,
      unread: 'the pages of jump types before the last stop cannot be read',
      failed: 'the pages of jump types could not be read or kept',
    }),
  ]);
  const { connection } = store;
  const visitBlocks = createVisitBlocks({
    ...ofOwners,
    collection: connection.collection<VisitBlockDocument>(VISIT_BLOCK),
    clock,
  });
  const serverAddresses = createServerAddresses({
    ...ofServers,
    collection: connection.collection<ServerAddressDocument>(SERVER_IP_BLACK),
    clock,
  });
  const jumpTemplates = createJumpTemplates({
    ...ofTemplates,
    collection: connection.collection<JumpTemplateDocument>(JUMP_TEMPLATE),
  });
  const lists = [visitBlocks, serverAddresses, jumpTemplates];
  return {
    visitBlocks,
    serverAddresses,
    jumpTemplates,
    async load(): Promise<void> {
      await Promise.all(lists.map((list) => list.load()));
    },
    async stop(): Promise<void> {
      await Promise.all(lists.map((list) => list.stop()));
    },
  };
}

export type VisitLists = Awaited<ReturnType<typeof openVisitLists>>;

/** Where a list comes from: its file now, the store later. */
async function followed<Known>(
  { data, log, logFor, store }: Ground,
  list: {
    /** Says in the log which list it is. */
    part: string;
    collection: string;
    file: KnownFile<Known>;
    /** Told when the file cannot be read. */
    unread: string;
    /** Told when the list cannot be read or kept. */
    failed: string;
  },
) {
  const { collection, file } = list;
  const partLog = logFor(list.part);
  return {
    known: await file.read(data.path, (error) => log.warn({ error }, list.unread)),
    follow: (onChange: () => void) =>
      followChanges({ connection: store.connection, collection, log: partLog, onChange }),
    keep: (known: readonly Known[]) => file.keep(data.path, known),
    failed: (error: unknown) => partLog.error({ error }, list.failed),
  };
}
