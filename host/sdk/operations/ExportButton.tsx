import { IconDown, IconDownload } from '@arco-design/web-react/icon';
import { type BodyOf, type CallDefinition, exportFormatsCall } from '@waypost/contract';
import { useAction, useCall } from '../client/use-call.ts';
import { Button } from '../parts/Button.tsx';
import { MenuButton } from '../parts/MenuButton.tsx';
import { usePermission } from '../session/use-user.tsx';
import { useWords } from '../words/context.tsx';
import styles from './export-button.module.css';
import { useTrackOperation } from './tracked.ts';

export interface ExportButtonProps<C extends CallDefinition> {
  /** A call that starts an operation. */
  call: C;
  body: BodyOf<C>;
  isDisabled?: boolean;
  /** Text; default "Export CSV". */
  label?: string;
  size?: 'small' | 'default';
}

/** Right without which nobody gets at what they exported. */
const FOLLOW = 'system.operation:read';
/** Milliseconds for which the forms that were told are offered without asking anew. */
const FORMATS_HOLD_MS = 300_000;

/**
 * Starts an export, as CSV, as XLSX or in a form that a plugin contributes (`format` in the call's body); the tray shows how far it is
 * and offers the file. Whoever may not follow an operation would never get the file: they are offered none.
 */
export function ExportButton<C extends CallDefinition>(props: ExportButtonProps<C>) {
  return usePermission()(FOLLOW) ? <OfferedExport {...props} /> : null;
}

function OfferedExport<C extends CallDefinition>({
  call,
  body,
  isDisabled,
  label,
  size,
}: ExportButtonProps<C>) {
  const words = useWords();
  const track = useTrackOperation();
  const { run, isRunning } = useAction(call);
  const { data } = useCall(exportFormatsCall, {}, { staleTime: FORMATS_HOLD_MS });
  const start = async (format?: string): Promise<void> => {
    // A failure has been told by then.
    const started = await run(
      format === undefined ? body : ({ ...(body as object), format } as BodyOf<C>),
    ).catch(() => undefined);
    if (started !== undefined) track((started as { id: string }).id);
  };
  const others = data?.formats ?? [];
  const csv = (
    <Button
      icon={<IconDownload />}
      isBusy={isRunning}
      isDisabled={isDisabled ?? false}
      size={size ?? 'default'}
      onClick={() => void start()}
    >
      {label ?? words('operation.export')}
    </Button>
  );
  if (others.length === 0 || isDisabled) return csv;
  return (
    <span className={styles.pair}>
      {csv}
      <MenuButton
        label={words('operation.export_other')}
        icon={<IconDown />}
        items={others.map(({ name, title }) => ({ name, label: title, onSelect: () => void start(name) }))}
      />
    </span>
  );
}
