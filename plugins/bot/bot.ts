import type { PluginContext } from '@waypost/sdk';
import type { Queue } from './queue/queue.ts';

/** What the parts of this plugin work with. */
export interface Bot {
  context: PluginContext;
  queue: Queue;
}
