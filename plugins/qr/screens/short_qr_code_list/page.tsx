import { IconImage, IconUpload } from '@arco-design/web-react/icon';
import {
  type BatchAction,
  Button,
  CopyText,
  ExportButton,
  ResourceList,
  readListState,
  useAction,
  useIsPhone,
  useOwnerScope,
  usePermission,
  useQuery,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { type ReactNode, useState } from 'react';
import type { CodeRow } from '../../codes/code-row.ts';
import { LinesDrawer } from '../../codes/import/parts/LinesDrawer.tsx';
import { CodeName } from '../../codes/parts/CodeName.tsx';
import { CodeState } from '../../codes/parts/CodeState.tsx';
import { ShortLink } from '../../codes/parts/ShortLink.tsx';
import { TargetSummary } from '../../codes/parts/TargetSummary.tsx';
import { useQuickDownload } from '../../codes/parts/use-quick-download.tsx';
import { ChangeCodesDrawer, type ChangeCodesDrawerProps } from '../qr_code_list/parts/ChangeCodesDrawer.tsx';
import { codeResource } from '../qr_code_list/resource.ts';
import { exportLinksCall, exportPicturesCall, importCalls, zLinkChoice } from './calls.ts';

const LINKS_ALONE = { is_short_link: true, is_listed: true };
const SCHEME = /^https?:\/\//;

/** Where one leads, whole: many lead to one host, and their ends tell them apart. */
function Target({ targets }: Pick<CodeRow, 'targets'>) {
  const isPhone = useIsPhone();
  const [first] = targets;
  if (targets.length > 1 || first?.url === undefined) return <TargetSummary targets={targets} />;
  const shown = first.url.replace(SCHEME, '');
  // On a card there is room below: cut in the middle, many of them are one text.
  return (
    <CopyText
      value={first.url}
      shown={shown}
      isMono={false}
      ellipsis={isPhone ? 'end' : 'middle'}
      isWhole={isPhone}
    />
  );
}

/** Short links: codes whose address is what counts. Many are made at once, of lines or of a file. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [isImporting, setImporting] = useState(false);
  const exports = useExports();
  const downloads = useQuickDownload();
  const changing = useChanging();
  return (
    <>
      <ResourceList
        resource={codeResource}
        title="menu.short_qr_code_list"
        exports="beside"
        form={false}
        extraFilters={LINKS_ALONE}
        rowTo={(row) => `set_qr_code?id=${row.id}`}
        filters={['status']}
        hide={['create', 'edit']}
        refetchEvery={15_000}
        columns={[
          { field: 'name', render: (row) => <CodeName code={row} /> },
          {
            field: 'short_code',
            title: 'qr.code.short_url',
            width: 270,
            priority: 1,
            render: (row) => <ShortLink id={row.id} address={row.short_url} ellipsis="middle" />,
          },
          { field: 'targets', width: 360, priority: 3, render: (row) => <Target targets={row.targets} /> },
          { field: 'state', width: 140, render: (row) => <CodeState code={row} /> },
          { field: 'view_number', width: 90, align: 'right', priority: 2 },
          { field: 'create_time', width: 164, priority: 5 },
        ]}
        words="qr.short_link"
        begin={
          may('qr.short_link:import') ? (
            <Button kind="primary" icon={<IconUpload />} onClick={() => setImporting(true)}>
              {words('qr.short_link.import')}
            </Button>
          ) : null
        }
        rowActions={downloads}
        batchActions={[...exports.batch, ...changing.batch]}
        toolbar={({ isEmpty }) =>
          exports.isOffered && !isEmpty ? (
            <>
              <ExportButton call={exportLinksCall} body={exports.shown} />
              <Button
                icon={<IconImage />}
                isBusy={exports.isRunning}
                onClick={() => void exports.pictures(exports.shown)}
              >
                {words('qr.short_link.pictures')}
              </Button>
            </>
          ) : null
        }
      />
      {changing.drawer}
      {isImporting ? (
        <LinesDrawer
          name="qr.short_link"
          example={'https://example.com/menu,Menu\nhttps://example.com/card'}
          calls={importCalls}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </>
  );
}

/** Fields of chosen links, changed together. */
function useChanging(): { batch: BatchAction<CodeRow>[]; drawer: ReactNode } {
  const [task, setTask] = useState<Omit<ChangeCodesDrawerProps, 'onClose'>>();
  const batch: BatchAction<CodeRow> = {
    name: 'change_fields',
    label: 'qr.batch.verb',
    permission: 'qr.code:update',
    run: (codes, list) =>
      setTask({
        codes,
        onDone: () => {
          list.clearSelection();
          list.reload();
        },
      }),
  };
  return {
    batch: [batch],
    drawer: task ? <ChangeCodesDrawer {...task} onClose={() => setTask(undefined)} /> : null,
  };
}

type Scope = Parameters<ReturnType<typeof useAction<typeof exportPicturesCall>>['run']>[0];

/** Exports of all links that the list finds, on all its pages, and of those that are chosen. */
function useExports() {
  const may = usePermission();
  const track = useTrackOperation();
  const table = useAction(exportLinksCall);
  const zip = useAction(exportPicturesCall);
  const { isOwn, owner } = useOwnerScope({ permission: 'qr.code:read_all', opensWith: 'own' });
  const [params] = useQuery();
  const { search, filters } = readListState(codeResource, params);
  const scope: Scope = { own: isOwn, ...(isOwn || owner === undefined ? {} : { owner }) };
  const shown: Scope = zLinkChoice.parse({ ...scope, search, status: filters.status });
  // Whoever may not follow an operation would never get the file.
  const isOffered = may('qr.short_link:export') && may('system.operation:read');
  const begin = async (starting: Promise<{ id: string }>): Promise<void> => {
    // A failure has been told by then.
    const started = await starting.catch(() => undefined);
    if (started !== undefined) track(started.id);
  };
  const pictures = (of: Scope) => begin(zip.run(of));
  const idsOf = (rows: readonly CodeRow[]) => ({ ...scope, ids: rows.map(({ id }) => id) });
  const batch: BatchAction<CodeRow>[] = isOffered
    ? [
        { name: 'export', label: 'operation.export', run: (rows) => begin(table.run(idsOf(rows))) },
        { name: 'pictures', label: 'qr.short_link.pictures', run: (rows) => pictures(idsOf(rows)) },
      ]
    : [];
  return { isOffered, shown, batch, pictures, isRunning: zip.isRunning };
}
