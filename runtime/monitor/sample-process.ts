import type { Clock, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { createProcessMeter, type ProcessReading } from './process-meter.ts';
import { createSeriesWriter, ownerOf, SAMPLE_SECONDS } from './series.ts';

/** Says every half a minute how the process does that it runs in, for those that say nothing else. */
export function sampleProcess(options: {
  kind: 'aggregator';
  instance: string;
  version: string;
  /** As the launcher tells them, this one's last. */
  starts: readonly Date[];
  database: mongo.Db;
  isStoreUp(): boolean;
  clock: Clock;
  log: Logger;
}): { stop(): Promise<void> } {
  const { clock, log } = options;
  const meter = createProcessMeter();
  const owner = ownerOf(options.kind, { ...options, now: clock.date() });
  const writer = createSeriesWriter(options);
  const say = (figures: ProcessReading) => void writer.add(owner, { ...figures }, clock.now());
  const timer = setInterval(() => say(meter.read()), SAMPLE_SECONDS * 1000);
  // At once, so that a restart is known of one that does not live for half a minute.
  say(meter.read());
  log.debug({ series: owner.id }, 'figures of this process are kept');
  return {
    async stop() {
      clearInterval(timer);
      await meter.stop();
      await writer.end(owner, clock.now());
    },
  };
}
