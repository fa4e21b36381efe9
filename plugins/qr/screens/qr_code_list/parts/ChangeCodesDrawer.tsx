import { Checkbox } from '@arco-design/web-react';
import { field, type ResultOf } from '@waypost/contract';
import {
  Button,
  CallForm,
  type ControlProps,
  DataTable,
  Drawer,
  FormSection,
  type FormValues,
  notify,
  ResourceField,
  useForm,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { CodeRow } from '../../../codes/code-row.ts';
import { zDesign } from '../../../codes/design/values.ts';
import { CODE_CONTROLS } from '../../set_qr_code/parts/code-form.ts';
import { LoneDesignControl } from '../../set_qr_code/parts/DesignControl.tsx';
import { useCodeResource } from '../../set_qr_code/parts/use-code-resource.ts';
import { batchUpdateCall } from '../calls.ts';
import { BATCH_FIELDS, type BatchField, batchBody, isAsked } from './batch-fields.ts';
import styles from './change-codes.module.css';

type Refused = ResultOf<typeof batchUpdateCall>['refused'];

export interface ChangeCodesDrawerProps {
  codes: readonly CodeRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Changes fields of many codes at once: which ones is chosen first, and only these are sent. Says which codes stayed as they were, and why. */
export function ChangeCodesDrawer({ codes, onDone, onClose }: ChangeCodesDrawerProps) {
  const words = useWords();
  const [outcome, setOutcome] = useState<{ updated: number; refused: Refused }>();
  const resource = useCodeResource();
  const fields = useMemo(() => {
    const { visit_password, ...all } = resource.fields;
    const chosen = BATCH_FIELDS.map((name) => [name, all[name]] as const);
    const changes = field(z.array(z.enum(BATCH_FIELDS)).min(1), { control: 'changes' });
    // Chosen and left as it is shown, it is the plain one.
    const design = field(zDesign.nullable(), { control: 'design', default: null });
    return { changes, ...Object.fromEntries(chosen), design, visit_password };
  }, [resource]);
  const ids = codes.map(({ id }) => id);
  const title = words('qr.batch.title', { count: codes.length });
  if (outcome) return <Outcome {...outcome} title={title} onClose={onClose} />;
  return (
    <CallForm
      call={batchUpdateCall}
      name="qr.code"
      fields={fields}
      controls={CONTROLS}
      asks={isAsked}
      about={`batch ${ids.join()}`}
      submit="qr.batch.submit"
      drawer={{ title, width: 640 }}
      toBody={(values) => batchBody(ids, values)}
      onCancel={onClose}
      onSent={({ updated, refused }) => {
        onDone();
        if (refused.length > 0) return setOutcome({ updated, refused });
        notify.success(words('qr.batch.done', { count: updated }));
        onClose();
      }}
    >
      <FormSection text="qr.batch.text">
        <ResourceField name="changes" words="qr.batch.changes" />
        <ChosenFields />
      </FormSection>
    </CallForm>
  );
}

const CONTROLS = { ...CODE_CONTROLS, changes: ChosenControl, design: LoneDesignControl };

function ChosenControl({ value = [], ...control }: ControlProps<BatchField[]>) {
  const words = useWords();
  const change = (name: BatchField, isOn: boolean) => {
    // As they are laid out, in whatever order they were ticked.
    control.onChange(BATCH_FIELDS.filter((one) => (one === name ? isOn : value.includes(one))));
    control.onBlur();
  };
  return (
    <fieldset id={control.id} className={styles.choices} aria-describedby={control.describedBy}>
      <legend className="wp-visually-hidden">{control.label}</legend>
      {BATCH_FIELDS.map((name) => (
        <Checkbox
          key={name}
          checked={value.includes(name)}
          disabled={control.isDisabled}
          onChange={(isOn) => change(name, isOn)}
        >
          {words(`qr.code.${name}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function ChosenFields() {
  const { values } = useForm();
  const chosen: FormValues = values;
  return BATCH_FIELDS.filter((name) => isAsked(name, chosen)).map((name) => (
    <ResourceField key={name} name={name} />
  ));
}

function Outcome({
  title,
  updated,
  refused,
  onClose,
}: {
  title: string;
  updated: number;
  refused: Refused;
  onClose: () => void;
}) {
  const words = useWords();
  return (
    <Drawer
      title={title}
      isOpen
      onClose={onClose}
      footer={<Button onClick={onClose}>{words('action.close')}</Button>}
    >
      <p role="status">
        {words('qr.batch.done', { count: updated })}. {words('qr.batch.refused', { count: refused.length })}
      </p>
      <DataTable
        label={words('qr.batch.refused', { count: refused.length })}
        rows={refused}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: words('qr.code.name'), width: 200, render: ({ name, id }) => name || id },
          { key: 'reason', title: words('qr.batch.reason'), render: ({ reason }) => reason },
        ]}
      />
    </Drawer>
  );
}
