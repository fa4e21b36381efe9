import {
  defineError,
  exportFormatsCall,
  exportListCall,
  OPERATIONS_TOPIC,
  OperationStatus,
  operationCall,
  operationFileCall,
} from '@waypost/contract';
import {
  EXPORT_FORMAT_POINT,
  type ExportFormat,
  exportFormat,
  type SignedRequest,
  titledPoint,
  XLSX_FORMAT,
} from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import type { Places } from '../../files/places.ts';
import { exportList, type ListExportInput, zListExportInput } from './export-list.ts';
import { operation } from './resource.ts';
import { tellOperations } from './tell-operations.ts';

const LIST_EXPORT = 'export_list';
const operationInProgress = defineError({ code: 'operation_in_progress', status: 409 });

/** Mounts the list of long work, what is done with it, and the results' download. */
export function mountOperations(context: PlatformContext, places: Places): void {
  const desk = context.operationDesk;
  context.onDispose(
    desk.keepResults({
      current: () => places.currentStorage(),
      open: async (id) => (await places.find(id)).store,
    }),
  );
  context.resource(operation, {
    present: (rows, { translate }) =>
      rows.map((row) => ({ ...row, type: translate(`operation.${row.kind}`) })),
    actions: {
      cancel: ({ id }) => desk.cancel(id),
      retry: ({ id }, request) =>
        desk.retry(id, request, { [`system.${LIST_EXPORT}`]: (input) => exportOf(context, input, request) }),
    },
    async afterWrite(after, { before }) {
      if (after !== undefined || before === undefined) return;
      // Whoever does it would go on, or say for ever that it does.
      if (before.status === OperationStatus.inProgress) throw operationInProgress.create();
      await desk.discard(before._id);
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
      formats: [
        { name: XLSX_FORMAT, title: translate('operation.format.xlsx') },
        ...formats.map(({ name, contribution }) => ({ name, title: translate(contribution.title) })),
      ],
    };
  });
  mountListExport(context);
  context.realtime.topic(OPERATIONS_TOPIC, tellOperations(context));
}

/** What was asked for of a list, read with the rights of who asks for it now. */
async function exportOf(
  { listDesk }: PlatformContext,
  input: unknown,
  request: SignedRequest,
): Promise<ListExportInput> {
  const { list } = zListExportInput.parse(input);
  await listDesk.check(list, request);
  return { list, reader: listDesk.readerOf(request) };
}

/** Any list as a table. */
function mountListExport(context: PlatformContext): void {
  context.operations.define(LIST_EXPORT, { input: zListExportInput, run: (run) => exportList(context, run) });
  context.call(exportListCall, async (list, request) => {
    await context.listDesk.check(list, request);
    if (list.format !== undefined) await exportFormat(context, list.format);
    const started = await context.operations.start(
      LIST_EXPORT,
      { name: list.title, input: { list, reader: context.listDesk.readerOf(request) } },
      request,
    );
    await context.audit({
      type: 'system.operation.export',
      target: started.id,
      after: { list: `${list.area}/${list.call}`, asked: list.body, format: list.format ?? 'csv' },
      request,
    });
    return started;
  });
}
