import {
  EXPORT_FORMAT_POINT,
  type ExportFormat,
  GENERATION_PROVIDER_POINT,
  type GenerationProvider,
  MESSAGE_CHANNEL_POINT,
  type MessageChannel,
  type PluginContext,
} from '@waypost/sdk';
import * as calls from './calls.ts';

/** What it adds to messages, exports and short codes. */
export function contributeToTheProduct(context: PluginContext): void {
  const delivered: unknown[] = [];
  context.points.contribute(MESSAGE_CHANNEL_POINT, '^1', 'extending.pigeon', {
    title: 'extending.pigeon',
    async deliver(message) {
      if (message.title === 'lost') throw new Error('the pigeon did not come back');
      delivered.push(message);
    },
  } satisfies MessageChannel);
  context.call(calls.delivered, () => delivered);

  context.points.contribute(EXPORT_FORMAT_POINT, '^1', 'extending.lines', {
    title: 'extending.lines',
    extension: 'jsonl',
    type: 'application/x-ndjson',
    begin: async (columns) => `${JSON.stringify({ columns })}\n`,
    rows: async (rows, { from }) =>
      rows.map((row, at) => `${JSON.stringify({ row: from + at, cells: row })}\n`).join(''),
    end: async () => '"end"\n',
  } satisfies ExportFormat);

  context.points.contribute(GENERATION_PROVIDER_POINT, '^1', 'extending.words', {
    title: 'extending.words',
    propose: async () => ['api', 'no blanks', 'sunny-day', 'rainy-day'],
  } satisfies GenerationProvider);
}
