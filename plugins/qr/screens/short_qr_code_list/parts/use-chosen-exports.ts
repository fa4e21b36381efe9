import { type BatchAction, useAction, usePermission, useTrackOperation } from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import { exportLinksCall, exportPicturesCall } from '../calls.ts';

/** Which codes, beside the chosen ones. */
type Scope = Pick<
  Parameters<ReturnType<typeof useAction<typeof exportPicturesCall>>['run']>[0],
  'own' | 'owner'
>;

interface ChosenExports {
  /** Whether the caller may make such files and get them. */
  isOffered: boolean;
  batch: BatchAction<CodeRow>[];
  isRunning: boolean;
  /** Starts a ZIP of pictures. */
  pictures: (
    of: Parameters<ReturnType<typeof useAction<typeof exportPicturesCall>>['run']>[0],
  ) => Promise<void>;
}

/** A table and a ZIP of the pictures of chosen codes. */
export function useChosenExports(scope: Scope): ChosenExports {
  const may = usePermission();
  const track = useTrackOperation();
  const table = useAction(exportLinksCall);
  const zip = useAction(exportPicturesCall);
  // Whoever may not follow an operation would never get the file.
  const isOffered = may('qr.short_link:export') && may('system.operation:read');
  const begin = async (starting: Promise<{ id: string }>): Promise<void> => {
    // A failure has been told by then.
    const started = await starting.catch(() => undefined);
    if (started !== undefined) track(started.id);
  };
  const idsOf = (rows: readonly CodeRow[]) => ({ ...scope, ids: rows.map(({ id }) => id) });
  const pictures: ChosenExports['pictures'] = (of) => begin(zip.run(of));
  const batch: BatchAction<CodeRow>[] = [
    {
      name: 'export',
      label: 'operation.export',
      takesAll: true,
      run: (rows) => begin(table.run(idsOf(rows))),
    },
    {
      name: 'pictures',
      label: 'qr.short_link.pictures',
      takesAll: true,
      run: (rows) => pictures(idsOf(rows)),
    },
  ];
  return { isOffered, batch: isOffered ? batch : [], isRunning: zip.isRunning, pictures };
}
