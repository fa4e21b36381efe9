import { exportFormatsCall, OPERATIONS_TOPIC, operationCall, operationFileCall } from '@waypost/contract';
import { EXPORT_FORMAT_POINT, type ExportFormat, titledPoint } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { operation } from './resource.ts';
import { tellOperations } from './tell-operations.ts';

/** Mounts the list of long work, what is done with it, and the results' download. */
export function mountOperations(context: PlatformContext): void {
  const desk = context.operationDesk;
  context.resource(operation, {
    present: (rows, { translate }) =>
      rows.map((row) => ({ ...row, type: translate(`operation.${row.kind}`) })),
    actions: {
      cancel: ({ id }) => desk.cancel(id),
      retry: ({ id }, request) => desk.retry(id, request),
    },
    async afterWrite(after, { before }) {
      if (after === undefined && before !== undefined) await desk.discard(before._id);
    },
  });
  // What somebody exported is theirs alone: no permission opens the files of others.
  context.call(operationFileCall, async ({ id }, request) => {
    const file = await desk.file(request.caller.id, id);
    await context.audit({
      type: 'system.operation.download',
      target: id,
      after: { name: file.name },
      request,
    });
    return file;
  });
  context.call(operationCall, async ({ ids }, { caller }) => ({
    operations: await desk.find(caller.id, ids),
  }));
  context.points.offer(titledPoint(EXPORT_FORMAT_POINT, '1.0.0', ['rows']));
  context.call(exportFormatsCall, async (_body, { translate }) => {
    const formats = await context.points.contributions<ExportFormat>(EXPORT_FORMAT_POINT);
    return {
      formats: formats.map(({ name, contribution }) => ({ name, title: translate(contribution.title) })),
    };
  });
  context.realtime.topic(OPERATIONS_TOPIC, tellOperations(context));
}
