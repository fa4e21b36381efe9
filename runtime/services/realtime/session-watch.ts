import type { Disposer, Logger } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import { followChanges } from '../../storage/index.ts';
import type { SessionChange } from './realtime.ts';

/** Follows the change feeds of sessions, accounts and roles: what any process ends, every process hears of. */
export function watchSessions(
  options: { connection: Connection; log: Logger },
  onChange: (change: SessionChange) => void,
): Disposer {
  const feeds = [
    followChanges({
      ...options,
      collection: 'system_session',
      onChange: (change) => {
        if (change === undefined) onChange({});
        // Insertions and notes of last use end nothing.
        else if (change.operation === 'delete') onChange({ session: change.id });
      },
    }),
    followChanges({
      ...options,
      collection: 'system_account',
      onChange: (change) => onChange(change === undefined ? {} : { account: change.id }),
    }),
    followChanges({ ...options, collection: 'system_role', onChange: () => onChange({}) }),
  ];
  return async () => {
    await Promise.all(feeds.map((stop) => stop()));
  };
}

/** Follows the change feed of what operators change of the menu. */
export function watchMenu(options: { connection: Connection; log: Logger }, onChange: () => void): Disposer {
  return followChanges({
    ...options,
    collection: 'system_menu_node',
    onChange: (change) => change && onChange(),
  });
}
