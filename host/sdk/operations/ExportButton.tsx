import { IconDownload } from '@arco-design/web-react/icon';
import type { BodyOf, CallDefinition } from '@waypost/contract';
import { useAction } from '../client/use-call.ts';
import { Button } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
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

/** Starts an export; the tray shows how far it is and offers the file. */
export function ExportButton<C extends CallDefinition>({
  call,
  body,
  isDisabled,
  label,
  size,
}: ExportButtonProps<C>) {
  const words = useWords();
  const track = useTrackOperation();
  const { run, isRunning } = useAction(call);
  const start = async (): Promise<void> => {
    // A failure has been told by then.
    const started = await run(body).catch(() => undefined);
    if (started !== undefined) track((started as { id: string }).id);
  };
  return (
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
}
