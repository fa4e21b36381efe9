import { IconImage, IconPlus, IconUpload } from '@arco-design/web-react/icon';
import type { BodyOf } from '@waypost/contract';
import {
  type BatchAction,
  Button,
  CopyText,
  ExportButton,
  ResourceList,
  readListState,
  useIsPhone,
  useOwnerScope,
  usePermission,
  useQuery,
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
import { exportLinksCall, type exportPicturesCall, importCalls, zLinkChoice } from './calls.ts';
import { NewLinkDrawer } from './parts/NewLinkDrawer.tsx';
import { useChosenExports } from './parts/use-chosen-exports.ts';

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

/** Short links: codes whose address is what counts. One is made of an address, many at once of lines or of a file. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const mayCreate = may('qr.code:create');
  const [making, setMaking] = useState<'one' | 'many'>();
  const stop = () => setMaking(undefined);
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
        views="links"
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
          { field: 'targets', width: 270, priority: 3, render: (row) => <Target targets={row.targets} /> },
          { field: 'state', width: 140, render: (row) => <CodeState code={row} /> },
          { field: 'view_number', width: 90, align: 'right', priority: 2 },
          { field: 'create_time', width: 164, priority: 5 },
        ]}
        words="qr.short_link"
        begin={
          mayCreate ? (
            <Button kind="primary" icon={<IconPlus />} onClick={() => setMaking('one')}>
              {words('qr.short_link.new')}
            </Button>
          ) : null
        }
        rowActions={downloads}
        batchActions={[...exports.batch, ...changing.batch]}
        toolbar={({ isEmpty }) => (
          <>
            {may('qr.short_link:import') ? (
              <Button icon={<IconUpload />} onClick={() => setMaking('many')}>
                {words('qr.short_link.import')}
              </Button>
            ) : null}
            {exports.isOffered && !isEmpty ? (
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
            ) : null}
          </>
        )}
      />
      {changing.drawer}
      {making === 'one' ? <NewLinkDrawer onClose={stop} /> : null}
      {making === 'many' ? (
        <LinesDrawer
          name="qr.short_link"
          example={'https://example.com/menu,Menu\nhttps://example.com/card'}
          calls={importCalls}
          onClose={stop}
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
    takesAll: true,
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

type Choice = BodyOf<typeof exportPicturesCall>;

/** Exports of all links that the list finds, on all its pages, and of those that are chosen. */
function useExports() {
  const { isOwn, owner } = useOwnerScope({ permission: 'qr.code:read_all', opensWith: 'own' });
  const [params] = useQuery();
  const { search, filters } = readListState(codeResource, params);
  const scope: Choice = { own: isOwn, ...(isOwn || owner === undefined ? {} : { owner }) };
  const shown: Choice = zLinkChoice.parse({ ...scope, search, status: filters.status });
  return { ...useChosenExports(scope), shown };
}
