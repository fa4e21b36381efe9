import { IconImage, IconPrinter, IconUpload } from '@arco-design/web-react/icon';
import {
  Button,
  ExportButton,
  type ThingHandle,
  useAction,
  useFormat,
  usePermission,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { exportBatchCall, exportBatchPicturesCall, makeRestCall } from '../calls.ts';
import type { BatchRow } from '../row.ts';
import { BatchLabels } from './BatchLabels.tsx';
import { ClaimDrawer } from './ClaimDrawer.tsx';

/** Milliseconds after which a making that comes no further has been given up. */
const STANDSTILL_MS = 300_000;

/** Whether the making of a batch has ended before its end: it was cancelled, failed, or its server is gone. */
const isCutOff = ({ state, made, size, update_time }: BatchRow): boolean =>
  made < size && (state === 'stopped' || Date.now() - Date.parse(update_time) > STANDSTILL_MS);

/** What can be done with a whole batch: made to its end, taken to the printer, claimed by a file. */
export function BatchVerbs({ batch, page }: { batch: BatchRow; page: ThingHandle }) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const track = useTrackOperation();
  const rest = useAction(makeRestCall);
  const zip = useAction(exportBatchPicturesCall);
  const [isClaiming, setClaiming] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  // Whoever may not follow an operation would never get the file.
  const isExported = may('qr.print_batch:export') && may('system.operation:read') && batch.made > 0;
  const follow = async (starting: Promise<{ id: string }>): Promise<void> => {
    // A failure has been told by then.
    const started = await starting.catch(() => undefined);
    if (started === undefined) return;
    track(started.id);
    page.reload();
  };
  return (
    <>
      {isCutOff(batch) && may('qr.print_batch:create') ? (
        <Button
          kind="primary"
          isBusy={rest.isRunning}
          onClick={() => void follow(rest.run({ id: batch.id }))}
        >
          {words('qr.print_batch.make_rest', { count: format.number(batch.size - batch.made) })}
        </Button>
      ) : null}
      {isExported ? (
        <>
          <Button
            icon={<IconImage />}
            isBusy={zip.isRunning}
            onClick={() => void follow(zip.run({ id: batch.id }))}
          >
            {words('qr.print_batch.pictures')}
          </Button>
          <Button icon={<IconPrinter />} onClick={() => setPrinting(true)}>
            {words('qr.label.verb')}
          </Button>
          <ExportButton
            call={exportBatchCall}
            body={{ id: batch.id }}
            label={words('qr.print_batch.export')}
          />
        </>
      ) : null}
      {may('qr.print_batch:claim') && batch.made > 0 ? (
        <Button icon={<IconUpload />} onClick={() => setClaiming(true)}>
          {words('qr.claim_lines.import')}
        </Button>
      ) : null}
      {isPrinting ? <BatchLabels batch={batch} onClose={() => setPrinting(false)} /> : null}
      {isClaiming ? <ClaimDrawer onClose={() => setClaiming(false)} /> : null}
    </>
  );
}
