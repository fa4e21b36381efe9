import {
  Button,
  confirm,
  joinSentences,
  notify,
  type ThingHandle,
  useAction,
  useFormat,
  usePermission,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { beginTakeOverCall, cancelTakeOverCall, goBackCall, planBackCall } from '../calls.ts';
import type { TakeOverRow } from '../row.ts';
import { BeginDrawer } from './BeginDrawer.tsx';

interface VerbsProps {
  row: TakeOverRow;
  page: ThingHandle;
}

/** What can be done with a take-over as it stands now. */
export function TakeOverVerbs({ row, page }: VerbsProps) {
  const { state, is_open } = row;
  if (!is_open) return null;
  const isUnserved = state === 'offered' || state === 'waiting';
  const isMoving = state === 'moving' || state === 'moving_back';
  return (
    <>
      {isUnserved || isMoving ? <Cancel row={row} page={page} isMoving={isMoving} /> : null}
      {isUnserved ? <Begin row={row} page={page} /> : null}
      {state === 'stopped' ? <GoOn row={row} page={page} /> : null}
      {state === 'moved' || state === 'stopped' ? <Back row={row} page={page} /> : null}
    </>
  );
}

function Begin({ row, page }: VerbsProps) {
  const words = useWords();
  const may = usePermission();
  const [isOpen, setOpen] = useState(false);
  if (!may('domain.take_over:take_over')) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words('domain.take_over.begin.verb')}
      </Button>
      {isOpen ? (
        <BeginDrawer
          domain={{ id: row.from_domain, shown: row.shown }}
          onClose={close}
          onDone={page.reload}
        />
      ) : null}
    </>
  );
}

function GoOn({ row, page }: VerbsProps) {
  const words = useWords();
  const may = usePermission();
  const track = useTrackOperation();
  const { run, isRunning } = useAction(beginTakeOverCall);
  if (!may('domain.take_over:take_over')) return null;
  const goOn = async () => {
    // A failure has been told by then.
    const begun = await run({ id: row.from_domain, spare: row.to_domain }).catch(() => undefined);
    if (begun?.id) track(begun.id);
    page.reload();
  };
  return (
    <Button isBusy={isRunning} onClick={() => void goOn()}>
      {words('domain.take_over.go_on.verb')}
    </Button>
  );
}

/** The way back, with how many codes it is about first. */
function Back({ row, page }: VerbsProps) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const track = useTrackOperation();
  const plan = useAction(planBackCall);
  const back = useAction(goBackCall);
  if (!may('domain.take_over:go_back')) return null;
  const { id, shown: name, to_shown: to, is_policy } = row;
  const ask = async () => {
    // A failure has been told by then.
    const seen = await plan.run({ id }).catch(() => undefined);
    if (seen === undefined) return;
    if (!seen.is_available) return notify.error(words('domain.move.away'));
    if (seen.is_failing) return notify.error(words('domain.take_over.back.failing', { name }));
    const figures = {
      name,
      to,
      count: seen.codes,
      codes: format.number(seen.codes),
      printed: format.number(seen.printed),
    };
    const sentences = [
      words('domain.take_over.back.text', figures),
      ...(seen.printed > 0 ? [words('domain.take_over.back.printed', figures)] : []),
      ...(is_policy ? [words('domain.take_over.back.policy', figures)] : []),
    ];
    const question = {
      title: words('domain.take_over.back.title', { name }),
      text: joinSentences(sentences),
      verb: words('domain.take_over.back.verb'),
      isDangerous: is_policy,
    };
    if (!(await confirm(question))) return;
    const begun = await back.run({ id }).catch(() => undefined);
    if (begun?.id) track(begun.id);
    page.reload();
  };
  return (
    <Button
      kind={row.works_time === null ? 'secondary' : 'primary'}
      isBusy={plan.isRunning || back.isRunning}
      onClick={() => void ask()}
    >
      {words('domain.take_over.back.verb')}
    </Button>
  );
}

/** Stops what moves, or puts away what no spare serves yet. */
function Cancel({ row, page, isMoving }: VerbsProps & { isMoving: boolean }) {
  const words = useWords();
  const may = usePermission();
  const { run, isRunning } = useAction(cancelTakeOverCall);
  if (!may('domain.take_over:stop_take_over')) return null;
  const kind = isMoving ? 'stop' : 'dismiss';
  const { id, shown: name } = row;
  const ask = async () => {
    const question = {
      title: words(`domain.take_over.${kind}.title`, { name }),
      text: words(`domain.take_over.${kind}.text`, { name }),
      verb: words(`domain.take_over.${kind}.verb`),
    };
    if (!(await confirm(question))) return;
    // A failure has been told by then.
    await run({ id }).catch(() => undefined);
    page.reload();
  };
  return (
    <Button isBusy={isRunning} onClick={() => void ask()}>
      {words(`domain.take_over.${kind}.verb`)}
    </Button>
  );
}
