import { requestedCapabilities } from '@waypost/contract';
import type { RequestContext } from '@waypost/sdk';
import type { ReleaseChoice } from '../store/states.ts';
import { type Blocked, blockersOf } from './blockers.ts';
import { pluginErrors } from './errors.ts';
import {
  type AdministrationOptions,
  candidateOf,
  dependentsOf,
  type Facts,
  type Snapshot,
  servedOf,
} from './facts.ts';
import { releaseAsPlugin } from './overview.ts';

/** How long every process gets to stop serving a plugin, milliseconds: more than a drain. */
const HOLD_LIMIT_MS = 20_000;
const POLL_MS = 50;
/** Releases beside the chosen one and the one before that stay at hand, newest first. */
const KEPT_RELEASES = 5;

/** Switches plugins and chooses their releases. */
export function createChange(options: AdministrationOptions, facts: Facts) {
  const { clock, live } = options;
  const inForce = async (id: string) => live?.reconcile(id);
  const { hold, release } = createHold(options, facts);

  async function enable(id: string, request?: RequestContext): Promise<void> {
    const snapshot = await facts.read();
    const one = candidateOf(snapshot, id);
    refuse(blockersOf({ kind: 'enable' }, one.chosen, one, snapshot, options.engineVersion));
    if (one.isEnabled) return;
    // Held: a removal or a restoration that was cut off; it can be begun again as well.
    await facts.states.write(id, { enabled: true, is_held: undefined }, clock.date());
    await facts.record('enable', id, request, { target: one.chosen?.release ?? '' });
    await inForce(id);
  }

  async function disable(
    id: string,
    { cascade = false }: { cascade?: boolean },
    request?: RequestContext,
  ): Promise<string[]> {
    const snapshot = await facts.read();
    const one = candidateOf(snapshot, id);
    const dependents = dependentsOf(snapshot, id);
    const blockers = blockersOf({ kind: 'disable' }, one.chosen, one, snapshot, options.engineVersion);
    refuse(cascade ? blockers.filter(({ code }) => code !== 'dependents') : blockers);
    const ids = [...dependents, id];
    for (const other of ids) await facts.states.write(other, { enabled: false }, clock.date());
    for (const other of ids)
      await facts.record('disable', other, request, other === id ? {} : { after: { with: id } });
    await inForce(id);
    return ids;
  }

  async function choose(
    id: string,
    releaseName: string,
    wish: { granted: readonly string[]; trusted?: boolean; enable?: boolean; restoreData?: boolean },
    request?: RequestContext,
  ): Promise<void> {
    if (facts.isInRegistry(id)) throw pluginErrors.inRegistry.create({ plugin: id });
    const document = await facts.releases.find(id, releaseName);
    if (document === undefined) throw pluginErrors.unknownRelease.create({ release: releaseName });
    const trusted = wish.trusted === true;
    if (trusted && !facts.isTrustedKey(document.key)) throw pluginErrors.notTrusted.create();
    const snapshot = await facts.read();
    const state = snapshot.states.get(id);
    const chosen: ReleaseChoice = {
      release: releaseName,
      granted: requestedCapabilities(document.manifest).filter((capability) =>
        wish.granted.includes(capability),
      ),
      trusted,
    };
    const one = snapshot.candidates.find((other) => other.id === id);
    const isOn = wish.enable ?? state?.enabled ?? false;
    const target = releaseAsPlugin(document, chosen.granted);
    // What waits for consent is chosen all the same: that is how it is told to whoever may consent.
    const blockers = blockersOf(
      { kind: 'upgrade', release: releaseName },
      target,
      one,
      snapshot,
      options.engineVersion,
    );
    refuse(blockers.filter(({ code }) => code !== 'consent' && (isOn || code !== 'requirement')));
    const backup = wish.restoreData === true ? await facts.backups.find(id) : undefined;
    if (wish.restoreData === true && backup === undefined) throw pluginErrors.noBackup.create();
    if (backup !== undefined) {
      await hold(id);
      await facts.backups.restore(backup);
    }
    await facts.states.write(
      id,
      {
        chosen,
        previous: backup === undefined ? servingChoice(snapshot, id, chosen) : undefined,
        enabled: isOn,
        is_held: undefined,
      },
      clock.date(),
    );
    // Who chooses once more what failed has mended something.
    if (state?.chosen?.release === releaseName) await facts.states.retry(id, undefined, clock.date());
    await prune(id, facts);
    await facts.record(state?.chosen ? 'upgrade' : 'install', id, request, {
      target: releaseName,
      before: state?.chosen ?? undefined,
      after: { ...chosen, enabled: isOn, data: backup === undefined ? 'kept' : 'restored' },
    });
    await inForce(id);
  }

  return { hold, release, enable, disable, choose };
}

/** What goes on serving until the chosen release does: what serves now, with what it was granted. */
function servingChoice(snapshot: Snapshot, id: string, chosen: ReleaseChoice): ReleaseChoice | undefined {
  const state = snapshot.states.get(id);
  const served = servedOf(snapshot, id)?.release;
  const known = [state?.chosen, state?.previous].find((choice) => choice && choice.release === served);
  const before = known ?? state?.previous ?? state?.chosen ?? undefined;
  // The same release with fewer grants takes effect at once: what was withdrawn must not go on.
  return before === undefined || before.release === chosen.release ? undefined : before;
}

/** @throws AppError for the first of them */
function refuse(blockers: readonly Blocked[]): void {
  const [first] = blockers;
  if (first !== undefined) throw first.error;
}

/** Keeps plugins from running while their data are worked on. */
function createHold({ clock, live }: AdministrationOptions, facts: Facts) {
  async function release(id: string): Promise<void> {
    await facts.states.write(id, { is_held: undefined }, clock.date());
  }
  return {
    /** Resolves when it runs nowhere any more. @throws AppError when a process does not stop it in time */
    async hold(id: string): Promise<void> {
      await facts.states.write(id, { is_held: true }, clock.date());
      await live?.reconcile(id);
      const end = clock.now() + HOLD_LIMIT_MS;
      for (;;) {
        const busy = (await facts.processes.living(clock.now())).find(({ plugins }) =>
          plugins.some(
            (plugin) =>
              plugin.id === id &&
              (plugin.release !== null || plugin.is_draining || plugin.state === 'starting'),
          ),
        );
        if (busy === undefined) return;
        if (clock.now() > end) {
          await release(id);
          throw pluginErrors.stillRunning.create({ process: busy._id });
        }
        await Bun.sleep(POLL_MS);
      }
    },
    release,
  };
}

/** Old releases go, so that the store does not grow with each upgrade. */
async function prune(id: string, facts: Facts): Promise<void> {
  const state = (await facts.states.read()).get(id);
  const used = new Set([state?.chosen?.release, state?.previous?.release]);
  const unused = (await facts.releases.all(id)).filter((one) => !used.has(one.release));
  for (const one of unused.slice(KEPT_RELEASES)) await facts.releases.remove(id, one.release);
}
