import { field, type RowOf, zId } from '@waypost/contract';
import { CallForm, Drawer, PendingState, useClient, useWords } from '@waypost/host-sdk';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { valuesSchema } from '../../../machines/parameters/rules.ts';
import { MOST_SERVERS_OF_RUN } from '../../../machines/values.ts';
import { server } from '../../server_list/resource.ts';
import { scriptRunCall } from '../calls.ts';
import { script } from '../resource.ts';
import { Command } from './Command.tsx';
import styles from './script.module.css';
import { valuesControl } from './ValuesControl.tsx';

type Script = RowOf<typeof script>;
/** A script, or the id of one that was run with these servers and values. */
export type Wanted =
  | { script: Script }
  | { id: string; servers: readonly string[]; values: Record<string, string> };

interface RunFormProps {
  wanted: Wanted;
  onClose: () => void;
  onBegun: (run: string) => void;
}

/** On which servers, and with what: then it runs. */
export function RunForm({ wanted, onClose, onBegun }: RunFormProps) {
  const words = useWords();
  const client = useClient();
  const [row, setRow] = useState<Script | undefined>('script' in wanted ? wanted.script : undefined);
  const [error, setError] = useState<unknown>();
  const id = 'id' in wanted ? wanted.id : undefined;
  useEffect(() => {
    if (id !== undefined) client.details(script, id).then(setRow, setError);
  }, [client, id]);
  if (row === undefined)
    return (
      <Drawer title={words('system.script.run')} isOpen onClose={onClose}>
        <PendingState error={error} onRetry={onClose} lines={4} />
      </Drawer>
    );
  return <Form row={row} wanted={wanted} onClose={onClose} onBegun={onBegun} />;
}

function Form({ row, wanted, onClose, onBegun }: RunFormProps & { row: Script }) {
  const words = useWords();
  const { fields, controls } = useMemo(() => formOf(row), [row]);
  const presets = Object.fromEntries(row.parameters.map(({ name, preset }) => [name, preset]));
  const before: Pick<Extract<Wanted, { id: string }>, 'servers' | 'values'> = 'id' in wanted
    ? wanted
    : { servers: [], values: {} };
  // Of a run before only what the script still asks for.
  const values = Object.fromEntries(
    Object.entries(presets).map(([name, preset]) => [name, before.values[name] ?? preset]),
  );
  return (
    <CallForm
      call={scriptRunCall}
      name="system.script_form"
      fields={fields}
      controls={controls}
      sections={[{ fields: Object.keys(fields), hiddenLabels: ['values'] }]}
      initial={{ servers: [...before.servers], values }}
      about={row.id}
      submit="system.script.run.verb"
      drawer={{ title: words('system.script.run.title', { name: row.name }) }}
      isQuestion
      extra={
        <div className={styles.stack}>
          <Command words={[row.program, ...row.arguments]} />
        </div>
      }
      toBody={({ servers, values: typed }) => ({
        id: row.id,
        version: row.version,
        servers,
        values: typed ?? {},
      })}
      onCancel={onClose}
      onSent={({ id }) => onBegun(id)}
    />
  );
}

function formOf({ parameters, arguments: words }: Script) {
  return {
    fields: {
      servers: field(z.array(zId).min(1, 'system.script.fault.servers').max(MOST_SERVERS_OF_RUN), {
        ref: server,
        default: [],
      }),
      ...(parameters.length === 0
        ? {}
        : {
            values: field(valuesSchema(parameters, words), { control: 'values', default: {}, draft: false }),
          }),
    },
    controls: { values: valuesControl(parameters) },
  };
}
