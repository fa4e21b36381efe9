import { keepKnownServerAddresses, keepKnownVisitBlocks } from '../process/known-blocks.ts';
import { keepKnownTemplates } from '../process/known-templates.ts';
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
export function openVisitLists(ground: Ground) {
  const visitBlocks = openVisitBlocks(ground);
  const serverAddresses = openServerAddresses(ground);
  const jumpTemplates = openJumpTemplates(ground);
  const lists = [visitBlocks, serverAddresses, jumpTemplates];
  return {
    visitBlocks,
    serverAddresses,
    jumpTemplates,
    async load(): Promise<void> {
      for (const list of lists) await list.load();
    },
    async stop(): Promise<void> {
      for (const list of lists) await list.stop();
    },
  };
}

export type VisitLists = ReturnType<typeof openVisitLists>;

function openVisitBlocks({ clock, data, knownVisitBlocks, logFor, store }: Ground) {
  const log = logFor('visit_block');
  return createVisitBlocks({
    collection: store.connection.collection<VisitBlockDocument>(VISIT_BLOCK),
    clock,
    known: knownVisitBlocks,
    follow: (onChange) =>
      followChanges({ connection: store.connection, collection: VISIT_BLOCK, log, onChange }),
    keep: (blocks) => keepKnownVisitBlocks(data.path, blocks),
    failed: (error) => log.error({ error }, 'what owners refuse could not be read or kept'),
  });
}

function openServerAddresses({ clock, data, knownServerAddresses, logFor, store }: Ground) {
  const log = logFor('server_ip_black');
  return createServerAddresses({
    collection: store.connection.collection<ServerAddressDocument>(SERVER_IP_BLACK),
    clock,
    known: knownServerAddresses,
    follow: (onChange) =>
      followChanges({ connection: store.connection, collection: SERVER_IP_BLACK, log, onChange }),
    keep: (addresses) => keepKnownServerAddresses(data.path, addresses),
    failed: (error) => log.error({ error }, 'the addresses of servers could not be read or kept'),
  });
}

function openJumpTemplates({ data, knownTemplates, logFor, store }: Ground) {
  const log = logFor('jump_template');
  return createJumpTemplates({
    collection: store.connection.collection<JumpTemplateDocument>(JUMP_TEMPLATE),
    known: knownTemplates,
    follow: (onChange) =>
      followChanges({ connection: store.connection, collection: JUMP_TEMPLATE, log, onChange }),
    keep: (templates) => keepKnownTemplates(data.path, templates),
    failed: (error) => log.error({ error }, 'the pages of jump types could not be read or kept'),
  });
}
