import type { Stored } from '@waypost/sdk';
import type { MachineKnock, PlatformContext } from '@waypost/sdk/platform';
import { server } from '../screens/server_list/resource.ts';
import { inLanes } from './in-lanes.ts';
import { tellKeyChanged } from './tell-key-changed.ts';
import type { ServerFault, ServerState } from './values.ts';

export type StoredServer = Stored<typeof server>;

/** Servers that are looked at at a time. */
const LOOK_LANES = 16;
/** Milliseconds for one look: less than until the next one. */
const LOOK_LIMIT_MS = 8_000;

/** Looks at servers: whether each answers, and whether it still shows the key that was confirmed. */
export async function lookAtServers(
  context: PlatformContext,
  rows: readonly StoredServer[],
  signal?: AbortSignal,
): Promise<void> {
  await inLanes(rows, LOOK_LANES, async (row) => {
    if (!signal?.aborted) await lookAtServer(context, row, signal);
  });
}

/** Looks at one server and writes down what was found, unless it was changed meanwhile. */
export async function lookAtServer(
  context: PlatformContext,
  row: StoredServer,
  signal?: AbortSignal,
): Promise<MachineKnock> {
  const { host, port, key_type: type, fingerprint } = row;
  const found = await context.installation.knockAtMachine(
    { host, port },
    {
      limitMs: LOOK_LIMIT_MS,
      ...(fingerprint === '' ? {} : { key: { type, fingerprint } }),
      ...(signal === undefined ? {} : { signal }),
    },
  );
  const now = context.clock.date();
  const state = stateOf(row, found);
  const fault: ServerFault = state === 'key_changed' ? 'key_changed' : (found.fault ?? '');
  const isSeen = found.fault === null;
  const change = {
    state,
    fault,
    latency: isSeen ? found.milliseconds : null,
    checked_time: now,
    ...(isSeen ? { seen_time: now } : {}),
    ...(found.key === undefined
      ? {}
      : { shown_type: found.key.type, shown_fingerprint: found.key.fingerprint }),
    ...(state === 'key_changed' ? {} : { is_key_told: false }),
  };
  const same = { _id: row._id, host, port, key_type: type, fingerprint };
  const { matchedCount } = await context.model(server).updateOne(same, { $set: change });
  if (matchedCount > 0 && state === 'key_changed' && row.is_key_told !== true)
    await tellKeyChanged(context, row, found.key?.fingerprint);
  return found;
}

function stateOf({ key_type, fingerprint, state }: StoredServer, found: MachineKnock): ServerState {
  if (fingerprint === '') return 'unconfirmed';
  if (found.key !== undefined)
    return found.key.type === key_type && found.key.fingerprint === fingerprint
      ? upUnless(found)
      : 'key_changed';
  if (found.fault === 'key_changed') return 'key_changed';
  // Silence says nothing about the key: who has shown another one is not believed again for being away.
  return state === 'key_changed' ? 'key_changed' : 'down';
}

const upUnless = ({ fault }: MachineKnock): ServerState => (fault === null ? 'up' : 'down');
