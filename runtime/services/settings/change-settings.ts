import { errors, type PlatformSettings, platformSettingsShape } from '@waypost/contract';
import type { Session, SignedRequest } from '@waypost/sdk';
import type { SettingChange } from '@waypost/sdk/platform';
import type { AuditLogWithPending } from '../audit/pending-entries.ts';
import { settingChangedSince } from '../errors.ts';
import type { PlatformSettingsStore, VersionedPlatformSettings } from './platform-settings.ts';
import { changedSettings, type SettingsHistory } from './settings-history.ts';

export interface SettingsChanges {
  /** Errors: as `PlatformSettingsStore.change`. */
  change(
    version: number,
    change: Partial<PlatformSettings>,
    request: SignedRequest,
    undoes?: string,
  ): Promise<VersionedPlatformSettings>;
  /** Errors: `not_found` 404 unless all of it is among `names`, `setting_changed_since` 409 with what has changed since. */
  undo(id: string, names: readonly string[], request: SignedRequest): Promise<void>;
}

/** Changes of the installation's settings: value, history and audit log are committed together. */
export function createSettingsChanges(options: {
  platform: PlatformSettingsStore;
  history: SettingsHistory;
  audit: Pick<AuditLogWithPending, 'record'> & { committed(session: Session): Promise<void> };
}): SettingsChanges {
  const { audit, history, platform } = options;

  const change: SettingsChanges['change'] = async (version, given, request, undoes) => {
    let written: Session | undefined;
    const after = await platform.change(version, given, async (changed, session) => {
      written = session;
      const changes = changedSettings(changed.before, changed.after);
      const { id, account } = request.caller.actor ?? request.caller;
      await history.record(
        { changes, actor: { id, account }, ...(undoes === undefined ? {} : { undoes }) },
        session,
      );
      await audit.record(
        {
          type: 'system.configuration.update',
          plugin: 'system',
          before: changed.before,
          after: changed.after,
          request,
        },
        session,
      );
    });
    if (written !== undefined) await audit.committed(written);
    return after;
  };

  return {
    change,
    undo: async (id, names, request) => {
      const found = await history.find(id);
      const isKnown = ({ name }: { name: string }) => names.includes(name) && name in platformSettingsShape;
      if (!found?.changes.every(isKnown)) throw errors.notFound.create();
      const { version, values } = await platform.readNow();
      const others = found.changes.filter(
        ({ name, after }) => values[name as keyof PlatformSettings] !== after,
      );
      if (others.length > 0) throw await changedSince(others, values);
      const before = Object.fromEntries(found.changes.map((it) => [it.name, it.before]));
      await change(version, before as Partial<PlatformSettings>, request, id);
    },
  };

  async function changedSince(others: SettingChange['changes'], values: PlatformSettings) {
    const latest = await history.latest(others.map(({ name }) => name));
    const changed = others.map(({ name }) => ({
      name,
      value: values[name as keyof PlatformSettings],
      account: latest.get(name)?.account ?? null,
      time: latest.get(name)?.time ?? null,
    }));
    return settingChangedSince.create({}, { content: { changed } });
  }
}
