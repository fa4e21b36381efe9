import { defineError, errors } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import type { Installation, Monitoring, PublicAddressFacts, TimeZoneFacts } from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import { sendBySmtp } from '../../outgoing/smtp/send-by-smtp.ts';
import { machinesFor } from '../../outgoing/ssh/index.ts';
import { type Environment, isTimeZone } from '../../process/environment.ts';
import { readLastBackup } from '../../process/last-backup.ts';
import type { KeptTimeZone } from '../../process/time-zone.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { createBackups } from '../backups/run-backup.ts';
import type { SettingDocument } from '../collections.ts';
import type { SettingsChanges } from './change-settings.ts';
import type { PlatformSettingsStore } from './platform-settings.ts';
import type { SettingsHistory } from './settings-history.ts';

/** Days of statistics would mean two things. Params: the zone that stays. */
export const timeZoneFixed = defineError({ code: 'time_zone_fixed', status: 409, params: ['zone'] });

const ZONE_ID = 'time-zone';
const HIDDEN_ID = 'hidden-steps';

/** How the operator has set this installation up, from the environment, DATA_DIR and the store. */
export function createInstallation(options: {
  environment: Pick<
    Environment,
    'dataDirectory' | 'hasMachines' | 'mongodbUri' | 'timeZone' | 'trustedProxies'
  >;
  /** As `Outgoing` has it. */
  requireEndpoint(url: string): Promise<void>;
  timeZone: KeptTimeZone;
  publicAddress(): PublicAddressFacts;
  collection: Collection<SettingDocument>;
  settings: Pick<PlatformSettingsStore, 'giveUp'>;
  earlierAddresses(): readonly string[];
  audit: Pick<AuditLog, 'record'>;
  history: SettingsHistory;
  changes: Pick<SettingsChanges, 'undo'>;
}): Omit<Installation, keyof Monitoring> {
  const { audit, collection, environment, history, timeZone } = options;
  const zoneFacts = (): TimeZoneFacts => ({
    zone: timeZone.current(),
    source: environment.timeZone !== undefined ? 'environment' : timeZone.isChosen() ? 'setting' : 'first',
    is_open: timeZone.isOpen(),
  });
  const checkTimeZone = (zone: string): void => {
    if (!isTimeZone(zone))
      throw errors.invalidInput.create({}, { errors: [{ path: 'time_zone', message: 'error.time_zone' }] });
    // What the environment says would be back after the next start.
    if (environment.timeZone !== undefined || !timeZone.isOpen())
      throw timeZoneFixed.create({ zone: timeZone.current() });
  };
  const changeTimeZone = async (zone: string, request: SignedRequest): Promise<TimeZoneFacts> => {
    checkTimeZone(zone);
    const before = timeZone.current();
    if (!timeZone.change(zone)) throw timeZoneFixed.create({ zone: before });
    // Other processes look into DATA_DIR when the settings change.
    await collection.updateOne({ _id: ZONE_ID }, { $set: { value: { zone } } }, { upsert: true });
    const { id, account } = request.caller.actor ?? request.caller;
    const changes = before === zone ? [] : [{ name: 'time_zone', before, after: zone }];
    await history.record({ changes, actor: { id, account } });
    await audit.record({
      type: 'system.configuration.time_zone',
      plugin: 'system',
      before: { zone: before },
      after: { zone },
      request,
    });
    return zoneFacts();
  };
  const giveUpAddress = async (
    { version, address }: { version: number; address: string },
    request: SignedRequest,
  ): Promise<void> => {
    await options.settings.giveUp(version, address);
    await audit.record({
      type: 'system.configuration.give_up_address',
      plugin: 'system',
      target: address,
      request,
    });
  };
  return {
    publicAddress: options.publicAddress,
    settingChanges: ({ names, page, page_size }) => history.page({ names, page, pageSize: page_size }),
    lastSettingChanges: history.latest,
    undoSettings: options.changes.undo,
    earlierAddresses: options.earlierAddresses,
    giveUpAddress,
    timeZone: zoneFacts,
    checkTimeZone,
    changeTimeZone,
    trustedProxies: () => environment.trustedProxies,
    ...createBackups({
      dataDirectory: environment.dataDirectory,
      requireEndpoint: options.requireEndpoint,
    }),
    lastBackup: () => readLastBackup(environment.dataDirectory),
    ...machinesFor(environment),
    sendLetter: (server, letter, limits) => sendBySmtp(server, letter, limits),
    hasOwnDatabase: () => environment.mongodbUri !== undefined,
    hiddenSteps: async () => {
      const found = await collection.findOne({ _id: HIDDEN_ID });
      return (found?.value ?? {}) as Record<string, string>;
    },
    hideStep: async (step, said) => {
      await collection.updateOne(
        { _id: HIDDEN_ID },
        { $set: { [`value.${step}`]: said } as never },
        { upsert: true },
      );
    },
  };
}
