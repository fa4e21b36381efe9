import type { CommandContext } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { SESSION_TIMEOUT_MINUTES } from '../session/sessions.ts';
import { MAX_DOCUMENT_BYTES } from '../storage/new-document.ts';
import { timestampOf } from '../storage/sequence.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, int32, ObjectId, type Value } from '../value/index.ts';
import { MAX_MESSAGE_BYTES } from '../wire/message.ts';

/** Name of the one-node replica set that drivers see. */
export const REPLICA_SET = 'waypost';
/** What drivers are told the node's address is; they connect directly and never use it. */
const HOST = 'localhost:27017';
/** The release whose behaviour is followed; its wire version is 25 (8.0). */
export const VERSION = '8.0.0';
const MAX_WIRE_VERSION = 25;
const MAX_WRITES_IN_BATCH = 100_000;
const ELECTION = new ObjectId('7fffffff0000000000000001');

/** `hello`, `isMaster`: tells drivers that this is the primary of a replica set, with sessions and transactions. */
export const hello = (context: CommandContext): Reply => {
  const { store, connectionId, command, name } = context;
  store.clients.greeted(connectionId, command.get('client'));
  const last = new Map<string, Value>([
    ['ts', timestampOf(store.committed())],
    ['t', 1n],
  ]);
  const now = new Date(store.options.now());
  const reply: Document = new Map<string, Value>([
    [name.toLowerCase() === 'hello' ? 'isWritablePrimary' : 'ismaster', true],
    ['helloOk', true],
    ['secondary', false],
    ['setName', REPLICA_SET],
    ['setVersion', int32(1)],
    ['hosts', [HOST]],
    ['primary', HOST],
    ['me', HOST],
    ['electionId', ELECTION],
    [
      'lastWrite',
      new Map<string, Value>([
        ['opTime', last],
        ['lastWriteDate', now],
        ['majorityOpTime', last],
        ['majorityWriteDate', now],
      ]),
    ],
    ['maxBsonObjectSize', int32(MAX_DOCUMENT_BYTES)],
    ['maxMessageSizeBytes', int32(MAX_MESSAGE_BYTES)],
    ['maxWriteBatchSize', int32(MAX_WRITES_IN_BATCH)],
    ['localTime', now],
    ['logicalSessionTimeoutMinutes', int32(SESSION_TIMEOUT_MINUTES)],
    ['connectionId', int32(connectionId)],
    ['minWireVersion', int32(0)],
    ['maxWireVersion', int32(MAX_WIRE_VERSION)],
    ['readOnly', false],
  ]);
  if (command.has('saslSupportedMechs')) reply.set('saslSupportedMechs', []);
  return reply;
};

/** `ping`: answers. */
export const ping = (): Reply => new Map();

/** `connectionStatus`: nobody has an account, whoever reaches the socket may do everything. */
export const connectionStatus = (): Reply =>
  new Map<string, Value>([
    [
      'authInfo',
      new Map<string, Value>([
        ['authenticatedUsers', []],
        ['authenticatedUserRoles', []],
        ['authenticatedUserPrivileges', []],
      ]),
    ],
  ]);

/** `buildInfo`: the MongoDB release that is followed, and that this is not it. */
export const buildInfo = (): Reply =>
  new Map<string, Value>([
    ['version', VERSION],
    [
      'versionArray',
      VERSION.split('.')
        .map((part) => int32(Number(part)))
        .concat(int32(0)),
    ],
    ['gitVersion', 'waypost-embedded-store'],
    ['modules', []],
    ['storageEngines', ['waypost']],
    ['bits', int32(64)],
    ['debug', false],
    ['maxBsonObjectSize', int32(MAX_DOCUMENT_BYTES)],
  ]);

/** `getParameter`: the few that tools ask for before they start. */
export const getParameter = ({ command }: CommandContext): Reply => {
  const known = new Map<string, Value>([
    ['featureCompatibilityVersion', new Map<string, Value>([['version', '8.0']])],
    ['transactionLifetimeLimitSeconds', int32(60)],
    ['enableTestCommands', false],
  ]);
  if (command.get('getParameter') === '*') return new Map(known);
  const reply: Document = new Map();
  for (const [name, value] of known) if (command.has(name)) reply.set(name, value);
  return reply;
};

/** `explain` is refused: plans of this store mean nothing to a reader of MongoDB's. @throws StoreError 115 always. */
export const explain = (): Reply => {
  throw new StoreError(115, 'explain is not supported by the embedded store');
};
