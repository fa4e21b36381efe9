import { createHash } from 'node:crypto';
import type { DatabaseWork, DatabaseWorkState, EssentialWork } from '@waypost/sdk/platform';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { isOurProgram, programName } from '../../storage/program-name.ts';
import { shapeOf } from './shape-of.ts';
import { commandName, verbOf } from './verb-of.ts';

const zCommand = z.record(z.string(), z.unknown()).catch({});
const zSession = z.looseObject({ id: z.instanceof(mongo.Binary) });

/** A document of `$currentOp`, as far as it is looked at; MongoDB and the embedded store answer the same. */
export const zOperation = z.looseObject({
  type: z.string().optional(),
  opid: z.union([z.number(), z.string()]).optional(),
  active: z.boolean().optional(),
  desc: z.string().optional(),
  connectionId: z.number().optional(),
  appName: z.string().optional(),
  ns: z.string().optional(),
  microsecs_running: z.number().optional(),
  killPending: z.boolean().optional(),
  waitingForLock: z.boolean().optional(),
  waitingForFlowControl: z.boolean().optional(),
  /** How often it met a document that somebody else was changing. */
  writeConflicts: z.number().optional(),
  command: zCommand.optional(),
  cursor: z.looseObject({ originatingCommand: zCommand.optional() }).optional(),
  lsid: zSession.optional(),
  transaction: z
    .looseObject({
      parameters: z.looseObject({ txnNumber: z.number() }),
      timeOpenMicros: z.number().optional(),
    })
    .optional(),
  locks: z.record(z.string(), z.unknown()).optional(),
  /** The embedded store's own. */
  waypost: z
    .looseObject({
      held: z.array(z.looseObject({ ns: z.string(), documents: z.number() })).optional(),
      comment: z.string().optional(),
    })
    .optional(),
});
export type Operation = z.output<typeof zOperation>;

/** Drivers ask these all the time, and wait for the answer on purpose. */
const GREETINGS = new Set(['hello', 'isMaster', 'ismaster', 'ping', 'endSessions']);
/** A write that met another's document and has been at it for so long waits for it, microseconds. */
const WAITS_MICROS = 1_000_000;
const AGGREGATOR = programName('aggregator');

/** How an operation is ended: by its number, or as the open transaction of a session. */
export type Handle = { kind: 'operation'; number: number | string } | { kind: 'session'; id: mongo.Binary };

export interface ReadWork {
  work: DatabaseWork;
  handle: Handle;
}

/**
 * What operations of the server are to operators of the platform: those in the platform's database, those of its own
 * programs, and all open transactions. Left out are greetings and `own`, the question itself.
 */
export function readOperations(
  operations: readonly Operation[],
  { database, now, own }: { database: string; now: number; own: string },
): ReadWork[] {
  return operations.flatMap((operation) => {
    const { command = {}, ns = '' } = operation;
    if (command.comment === own || GREETINGS.has(commandName(command))) return [];
    const isOurs = ns === database || ns.startsWith(`${database}.`) || isOurProgram(operation.appName ?? '');
    const isIdle = operation.active === false;
    // An open transaction names no collection: whoever has begun it, what it holds may be the platform's.
    if (isIdle ? operation.transaction === undefined : !isOurs) return [];
    const handle = handleOf(operation);
    return handle === undefined ? [] : [{ handle, work: workOf(operation, { database, now, handle }) }];
  });
}

function handleOf({ active, opid, lsid }: Operation): Handle | undefined {
  if (active === false) return lsid && { kind: 'session', id: lsid.id };
  return opid === undefined ? undefined : { kind: 'operation', number: opid };
}

function workOf(
  operation: Operation,
  { database, now, handle }: { database: string; now: number; handle: Handle },
): DatabaseWork {
  const { ns = '', appName = '', waypost, transaction } = operation;
  const isIdle = handle.kind === 'session';
  const sent = operation.command ?? {};
  // A getMore is the rest of what another command asked.
  const asked = operation.cursor?.originatingCommand ?? sent;
  const micros = (isIdle ? transaction?.timeOpenMicros : operation.microsecs_running) ?? 0;
  const milliseconds = Math.max(0, Math.round(micros / 1000));
  const collection = ns.startsWith(`${database}.`) ? ns.slice(database.length + 1) : '';
  const said = waypost?.comment ?? sent.comment ?? asked.comment;
  const work = {
    state: stateOf(operation, isIdle),
    verb: isIdle ? ('transaction' as const) : verbOf(nameIfMissing(asked, operation.desc)),
    command: isIdle ? '' : commandName(sent) || (operation.desc ?? ''),
    collection: collection.startsWith('$cmd') ? '' : collection,
    shape: shapeOf(asked),
    program: appName,
    // What others say of themselves may be anything.
    asked_by: isOurProgram(appName) && typeof said === 'string' ? said.slice(0, 200) : '',
    since: new Date(now - milliseconds),
    milliseconds,
    is_in_transaction: transaction !== undefined,
    holds: holdsOf(operation, database),
  };
  return { id: idOf(handle, operation, work.shape), ...work, essential: essentialOf(operation, work.verb) };
}

/** The server's own work has no command; the embedded store says in `desc` what it is. */
const nameIfMissing = (command: Record<string, unknown>, desc = ''): Record<string, unknown> =>
  commandName(command) === '' ? { [desc.toLowerCase().startsWith('ttl') ? 'ttl' : desc]: 1 } : command;

function stateOf(operation: Operation, isIdle: boolean): DatabaseWorkState {
  if (operation.killPending === true) return 'ending';
  const meets = (operation.writeConflicts ?? 0) > 0 && (operation.microsecs_running ?? 0) > WAITS_MICROS;
  if (operation.waitingForLock === true || operation.waitingForFlowControl === true || meets)
    return 'waiting';
  return isIdle ? 'open' : 'running';
}

/** Locks that keep others from writing; those of who only reads keep nobody from anything. */
function holdsOf({ locks = {}, waypost }: Operation, database: string): string[] {
  if (waypost?.held !== undefined)
    return waypost.held.map(({ ns, documents }) => {
      const isHere = ns.startsWith(`${database}.`);
      return `${isHere ? ns.slice(database.length + 1) : ns} ${documents}`;
    });
  return Object.entries(locks).flatMap(([name, mode]) =>
    mode === 'w' || mode === 'W' || mode === 'R' ? `${name} ${mode}` : [],
  );
}

function essentialOf(
  { appName = '', connectionId, desc }: Operation,
  verb: DatabaseWork['verb'],
): EssentialWork | null {
  if (appName === AGGREGATOR || appName.startsWith(`${AGGREGATOR} `)) return 'aggregator';
  if (verb === 'follow' && isOurProgram(appName)) return 'change_feed';
  // No connection: nobody has sent it.
  const isServers = connectionId === undefined && appName === '' && desc !== 'inactive transaction';
  return isServers ? 'store' : null;
}

/** Numbers of operations begin anew when the server does: what it is goes into its name. */
function idOf(handle: Handle, { ns, appName, transaction }: Operation, shape: string): string {
  if (handle.kind === 'session')
    return `t-${Buffer.from(handle.id.buffer.subarray(0, handle.id.position)).toString('hex')}-${transaction?.parameters.txnNumber ?? 0}`;
  const what = createHash('sha256')
    .update(JSON.stringify([ns, appName, shape]))
    .digest('hex')
    .slice(0, 12);
  return `o-${handle.number}-${what}`;
}
