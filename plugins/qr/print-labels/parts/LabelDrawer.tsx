import { type CallDefinition, field, type ResultOf } from '@waypost/contract';
import { CallForm, FormSection, ResourceField, useWords } from '@waypost/host-sdk';
import { z } from 'zod';
import { LABEL_TEXTS, labelsOf, SHEETS, TEXT_PLACES, zLabels, zSheet } from '../values.ts';
import { LabelPreview, type PreviewCode } from './LabelPreview.tsx';
import styles from './labels.module.css';
import { SheetControl } from './SheetControl.tsx';
import { TextsControl } from './TextsControl.tsx';

const { shape } = zLabels;
const FIELDS = {
  sheet: field(zSheet, { control: 'sheet', default: SHEETS.l7160 }),
  start: field(shape.start, { default: 1 }),
  texts: field(z.array(z.enum(LABEL_TEXTS)), { control: 'texts', default: ['name', 'short_url'] }),
  text_place: field(z.enum(TEXT_PLACES), { control: 'radio', default: 'below' }),
  has_marks: field(z.boolean(), { default: false }),
};
const CONTROLS = { sheet: SheetControl, texts: TextsControl };
const RULES = [
  {
    path: 'start',
    messageKey: 'validation.label_start',
    holds: ({ sheet, start }: Record<string, unknown>) => {
      const known = zSheet.safeParse(sheet);
      return !known.success || Number(start) <= labelsOf(known.data);
    },
  },
];

export interface LabelDrawerProps<C extends CallDefinition> {
  /** Starts the PDF: takes `labels` beside `body`. */
  call: C;
  body: Readonly<Record<string, unknown>>;
  /** How many are printed, and what stands on a label: of those that are not known yet a sample. */
  count: number;
  codeAt: (at: number) => PreviewCode;
  onStarted: (result: ResultOf<C>) => void;
  onClose: () => void;
}

/** Asks on which sheet codes are printed, beside the sheet as it will be. */
export function LabelDrawer<C extends CallDefinition>(props: LabelDrawerProps<C>) {
  const { call, body, count, codeAt, onStarted, onClose } = props;
  const words = useWords();
  return (
    <CallForm
      call={call}
      name="qr.label"
      fields={FIELDS}
      controls={CONTROLS}
      rules={RULES}
      isQuestion
      about="labels"
      submit="qr.label.submit"
      drawer={{ title: words('qr.label.title', { count }), width: 960 }}
      toBody={(labels) => ({ ...body, labels })}
      onCancel={onClose}
      onSent={onStarted}
    >
      <div className={styles.columns}>
        <FormSection>
          <ResourceField name="sheet" />
          <ResourceField name="start" />
          <ResourceField name="texts" />
          <ResourceField name="text_place" />
          <ResourceField name="has_marks" />
        </FormSection>
        <LabelPreview count={count} codeAt={codeAt} />
      </div>
    </CallForm>
  );
}
