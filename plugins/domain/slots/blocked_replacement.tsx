import {
  Button,
  definePanel,
  notify,
  type SlotRow,
  useAction,
  useCall,
  useFormat,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { beginTakeOverCall, planTakeOverCall } from '../screens/hold_domain/calls.ts';
import styles from '../screens/hold_domain/parts/hold.module.css';

interface ReplacementProps {
  /** A block of a domain: `domain` is its id, `shown` its name. */
  row: SlotRow;
  onDone: () => void;
}

/** States in which nothing serves a domain yet. */
const UNSERVED: readonly unknown[] = [undefined, 'offered', 'waiting', 'back', 'recovered', 'dismissed'];
/** Milliseconds between looks at which spares are ready. */
const LOOK_EVERY = 15_000;

/** Lets the best spare take over from a blocked domain with one press of a person; nothing of it happens by itself. */
function BlockedReplacement({ row, onDone }: ReplacementProps) {
  const state = (row.replacement as { state: string } | null)?.state;
  return UNSERVED.includes(state) ? <Offer row={row} onDone={onDone} /> : null;
}

function Offer({ row, onDone }: ReplacementProps) {
  const words = useWords();
  const format = useFormat();
  const track = useTrackOperation();
  const id = String(row.domain);
  const name = String(row.shown);
  const { data } = useCall(planTakeOverCall, { id }, { refetchInterval: LOOK_EVERY });
  const { run, isRunning } = useAction(beginTakeOverCall);
  if (data === undefined) return null;
  const [spare] = data.spares;
  if (!data.is_available || data.codes === 0 || spare === undefined)
    return (
      <p>
        {words(
          !data.is_available
            ? 'domain.move.away'
            : data.codes === 0
              ? 'domain.take_over.begin.nothing'
              : 'domain.take_over.begin.none',
          { name },
        )}
      </p>
    );
  const figures = {
    count: data.codes,
    codes: format.number(data.codes),
    printed: format.number(data.printed),
    name,
    to: spare.shown,
  };
  const begin = async () => {
    // A failure has been told by then.
    const begun = await run({ id, spare: spare.id }).catch(() => undefined);
    if (begun === undefined) return;
    if (begun.id !== null) track(begun.id);
    notify.success(words('domain.take_over.approved', figures));
    onDone();
  };
  return (
    <div className={styles.offer}>
      <p>{words('domain.take_over.approve.text', figures)}</p>
      {data.printed === 0 ? null : (
        <p>{words('domain.take_over.begin.printed', { ...figures, count: data.printed })}</p>
      )}
      <div>
        <Button kind="primary" isBusy={isRunning} onClick={() => void begin()}>
          {words('domain.take_over.approve', figures)}
        </Button>
      </div>
    </div>
  );
}

export const contribution = definePanel<ReplacementProps>(BlockedReplacement);
