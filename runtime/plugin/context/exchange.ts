import { type PluginContext, serviceFor } from '@waypost/sdk';
import { requireCapability } from '../activation/capability.ts';
import { offeredVersion, wantedRange } from '../exchange/service-versions.ts';
import type { ContextGround } from './ground.ts';
import type { OwnNames } from './own-names.ts';

type Exchange = Pick<PluginContext, 'events' | 'realtime' | 'audit' | 'audited' | 'provide' | 'require'>;

/** What the plugin tells others and asks of them, in its own name only. */
export function exchangeOf(
  { manifest, granted, exchange }: Pick<ContextGround, 'manifest' | 'granted' | 'exchange'>,
  own: OwnNames,
): Exchange {
  const { id } = manifest;
  const ownTopic = (name: string): void => {
    own.require('topic', name);
    requireCapability({ id, granted }, `realtime:${name.slice(id.length + 1)}`);
  };
  return {
    events: {
      on: (name, handler) => exchange.events.on(name, handler),
      async emit(name, payload) {
        own.require('event', name);
        await exchange.events.emit(name, payload);
      },
    },
    realtime: {
      topic(name, topic) {
        ownTopic(name);
        return exchange.realtime.topic(name, topic);
      },
      publish(name, data, audience) {
        ownTopic(name);
        exchange.realtime.publish(name, data, audience);
      },
    },
    async audit(entry, session) {
      own.require('change', entry.type);
      if (session?.inTransaction() === false)
        throw new TypeError(`audit ${entry.type}: the session is in no transaction`);
      await exchange.audit(entry, session);
    },
    audited: (query) => exchange.audited(query),
    provide: (name, service) =>
      exchange.provide({ name, version: offeredVersion(manifest, name), plugin: id }, service),
    require: <T>(name: string, range?: string) =>
      serviceFor(exchange.find(name, wantedRange(manifest, name, range)), id) as T | undefined,
  };
}
