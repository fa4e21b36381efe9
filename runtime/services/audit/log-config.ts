import { errors } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import {
  AUDIT_KEPT_DAYS_MAX,
  AUDIT_KEPT_DAYS_MIN,
  type AuditConfig,
  isAuditOptional,
} from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import { isDuplicateKey } from '../../storage/index.ts';
import type { SettingDocument } from '../collections.ts';

const ID = 'audit-log';
const MAX_AGE_MS = 1_000;

/** What is recorded and for how long, as one document. */
export interface LogConfig {
  read(): Promise<AuditConfig>;
  change(version: number, change: { kept_days: number; unrecorded: readonly string[] }): Promise<AuditConfig>;
  /** Whether entries of the type are written, by what was read at most a second ago. */
  isRecorded(type: string): Promise<boolean>;
}

export function createLogConfig({
  collection,
  clock,
}: {
  collection: Collection<SettingDocument>;
  clock: Clock;
}): LogConfig {
  let known: { unrecorded: ReadonlySet<string>; at: number } | undefined;
  const read = async (): Promise<AuditConfig> => {
    const config = configOf((await collection.findOne({ _id: ID }))?.value);
    known = { unrecorded: new Set(config.unrecorded), at: clock.now() };
    return config;
  };
  return {
    read,
    async change(version, { kept_days, unrecorded }) {
      const current = await read();
      const stale = () => errors.staleVersion.create({}, { content: current });
      if (current.version !== version) throw stale();
      const value = {
        kept_days,
        unrecorded: [...new Set(unrecorded)].filter(isAuditOptional).sort(),
        version: version + 1,
      };
      try {
        if (version === 0) await collection.insertOne({ _id: ID, value });
        else {
          const written = await collection.updateOne({ _id: ID, 'value.version': version } as never, {
            $set: { value },
          });
          if (written.matchedCount === 0) throw stale();
        }
      } catch (error) {
        if (isDuplicateKey(error)) throw stale();
        throw error;
      }
      known = undefined;
      return value;
    },
    async isRecorded(type) {
      if (!isAuditOptional(type)) return true;
      const age = known === undefined ? MAX_AGE_MS : clock.now() - known.at;
      if (known === undefined || age < 0 || age >= MAX_AGE_MS) await read();
      return !known?.unrecorded.has(type);
    },
  };
}

/** A stored value that no longer fits never makes anything be removed, or left out. */
function configOf(stored: unknown): AuditConfig {
  const { version, kept_days = 0, unrecorded } = (stored ?? {}) as Record<string, unknown>;
  return {
    version: typeof version === 'number' ? version : 0,
    kept_days: isDays(kept_days) ? kept_days : null,
    unrecorded: Array.isArray(unrecorded)
      ? unrecorded.filter((type): type is string => typeof type === 'string' && isAuditOptional(type))
      : [],
  };
}

function isDays(value: unknown): value is number {
  if (!Number.isInteger(value)) return false;
  const days = value as number;
  return days === 0 || (days >= AUDIT_KEPT_DAYS_MIN && days <= AUDIT_KEPT_DAYS_MAX);
}
