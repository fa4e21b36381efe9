import {
  Button,
  EmptyState,
  Panel,
  type ThingHandle,
  useAction,
  useCall,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../codes/code-row.ts';
import { updateOpenLogCall } from '../../screens/qr_code_list/calls.ts';
import { clearingsCall, keptVisitsCall } from '../calls.ts';
import { KeptVisitList } from './KeptVisitList.tsx';
import styles from './kept.module.css';

const KEEP = 2;

/** The single visits of a code: where its log is open, and what is left of the time when it was. */
export function VisitsTab({ code, page }: { code: CodeRow; page: ThingHandle }) {
  const isKept = code.open_log === KEEP;
  const left = useCall(keptVisitsCall, { id: code.id, page_size: 1 }, { enabled: !isKept });
  const { data: bin } = useCall(clearingsCall, { id: code.id });
  const isAnythingLeft = (left.data?.count ?? 0) > 0 || (bin?.clearings.length ?? 0) > 0;
  return (
    <div className={styles.tab}>
      {isKept ? null : <NotKept code={code} page={page} isAnythingLeft={isAnythingLeft} />}
      {isKept || isAnythingLeft ? <KeptVisitList code={code} clearings={bin?.clearings ?? []} /> : null}
    </div>
  );
}

interface NotKeptProps {
  code: CodeRow;
  page: ThingHandle;
  isAnythingLeft: boolean;
}

/** Says that visits are only counted, with the switch for whoever has it. */
function NotKept({ code, page, isAnythingLeft }: NotKeptProps) {
  const words = useWords();
  const may = usePermission();
  const { run, isRunning } = useAction(updateOpenLogCall);
  const keep = async (): Promise<void> => {
    // A failure has been told by then.
    await run({ id: code.id, open_log: KEEP }).catch(() => undefined);
    page.reload();
  };
  const title = words('qr.kept_visit.off.title');
  const action = may('qr.code:update') ? (
    <Button kind="primary" isBusy={isRunning} onClick={() => void keep()}>
      {words(`qr.code.open_log.${KEEP}`)}
    </Button>
  ) : null;
  if (isAnythingLeft)
    return (
      <Panel title={title} text={words('qr.kept_visit.off.left')}>
        {action}
      </Panel>
    );
  const text = words(action === null ? 'qr.kept_visit.off.ask' : 'qr.kept_visit.off');
  return <EmptyState title={title} text={text} action={action} />;
}
