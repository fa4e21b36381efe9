import { CopyText, Panel, ScreenLink, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { type ReactNode, useEffect } from 'react';
import { type FirstSteps as Found, firstStepsCall, type Step } from '../calls.ts';
import { ChooseAddress } from './ChooseAddress.tsx';
import { ChooseZone } from './ChooseZone.tsx';
import { OpenStep, SettledStep, type ShownStep } from './FirstStep.tsx';
import styles from './first-steps.module.css';

/** Milliseconds between looks: a backup or a code is made elsewhere. */
const REFRESH_MS = 15_000;

/** What a new installation still needs, each with the way to do it. Nothing once nothing is left to do. */
export function FirstSteps() {
  const words = useWords();
  const toShown = useShownStep();
  const { data, refetch } = useCall(
    firstStepsCall,
    { page: window.location.origin },
    { refetchInterval: REFRESH_MS },
  );
  // Who comes back from a step that is done elsewhere wants to see it done, and not what was known before.
  useEffect(() => void refetch(), [refetch]);
  if (!data) return null;
  const onDone = () => void refetch();
  const ofPlugins = data.plugin_steps.map(
    ({ is_done, screen, action, text, ...step }): ShownStep => ({
      ...step,
      // What is to be done is said until it is.
      text: is_done ? '' : text,
      said: 'to_do',
      state: is_done ? 'done' : 'to_do',
      way: <ScreenLink to={screen}>{action}</ScreenLink>,
    }),
  );
  const all = [...data.steps.map((step) => toShown(step, data, onDone)), ...ofPlugins];
  const steps = all.filter(({ is_hidden }) => !is_hidden);
  const open = steps.filter(({ state }) => state === 'to_do');
  const settled = steps.filter((step) => !open.includes(step));
  if (open.length === 0) return null;
  return (
    <Panel
      title={words('first_steps.title')}
      text={words('first_steps.done', { count: settled.length, all: steps.length })}
    >
      <ol className={styles.steps}>
        {open.map((step) => (
          <OpenStep key={step.name} step={step} onDone={onDone} />
        ))}
      </ol>
      {settled.length > 0 ? (
        <ul className={styles.settled}>
          {settled.map(({ name, state, title, text }) => (
            <SettledStep key={name} state={state} title={title} text={text} />
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}

/** Steps of the platform itself, in words. */
function useShownStep() {
  const words = useWords();
  const format = useFormat();
  return (step: Step, found: Found, onDone: () => void): ShownStep => ({
    ...step,
    title: words(`first_steps.${step.name}`),
    text: words(`first_steps.${step.name}.${step.said}`, {
      address: step.name === 'proxy' ? found.seen_at : found.public_address.address,
      zone: found.time_zone.zone,
      time: found.backup_time === null ? '' : format.relative(found.backup_time),
    }),
    way: wayOf(step.name, found, { onDone, codeWords: words('first_steps.code.make') }),
  });
}

/** How a step is done, on the spot where that is possible. */
function wayOf(
  name: Step['name'],
  found: Found,
  { onDone, codeWords }: { onDone: () => void; codeWords: string },
): ReactNode {
  switch (name) {
    case 'public_address':
      return <ChooseAddress found={found.public_address} onDone={onDone} />;
    case 'time_zone':
      return <ChooseZone zone={found.time_zone.zone} onDone={onDone} />;
    case 'proxy':
      return <CopyText isWhole value={`TRUSTED_PROXIES=${found.seen_at}`} />;
    case 'backup':
      return <CopyText isWhole value="npm run -s waypost -- backup waypost-backup.tar" />;
    case 'code':
      return <ScreenLink to="set_qr_code">{codeWords}</ScreenLink>;
  }
}
