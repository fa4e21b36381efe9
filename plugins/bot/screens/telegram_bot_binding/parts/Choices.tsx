import { Checkbox, Input } from '@arco-design/web-react';
import { field, LOCALES, type Locale, type ResultOf } from '@waypost/contract';
import {
  CallForm,
  type ControlProps,
  controlAttributes,
  type FormValues,
  notify,
  Panel,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { createContext, useContext } from 'react';
import { CHOICES_SHAPE, chooseKinds, hasQuietEnd, type ownBinding, QUIET_SAME } from '../calls.ts';
import styles from './bot.module.css';

type Own = ResultOf<typeof ownBinding>;

const FIELDS = {
  kinds: field(CHOICES_SHAPE.kinds, { control: 'kinds', default: [] }),
  may_switch: field(CHOICES_SHAPE.may_switch, { control: 'switch', default: false }),
  is_quiet: field(CHOICES_SHAPE.is_quiet, { control: 'switch', default: false }),
  quiet_from: field(CHOICES_SHAPE.quiet_from, { control: 'clock' }),
  quiet_to: field(CHOICES_SHAPE.quiet_to, { control: 'clock' }),
  time_zone: field(CHOICES_SHAPE.time_zone, { control: 'zone' }),
  locale: field(CHOICES_SHAPE.locale, { control: 'select', options: LOCALES }),
};
const QUIET_FIELDS: ReadonlySet<string> = new Set(['quiet_from', 'quiet_to', 'time_zone']);
const RULES = [{ path: 'quiet_to', messageKey: QUIET_SAME, holds: hasQuietEnd }];
/** Proposed to somebody who has none yet. */
const USUAL = { quiet_from: '22:00', quiet_to: '07:00' } as const;

/** The kinds that can be chosen, for the control within the form. */
const KindsContext = createContext<Own['kinds']>([]);
const CONTROLS = { kinds: KindsControl, clock: ClockControl, zone: ZoneControl };

/** Which messages go to the chat, when they are held, and in which language they are. */
export function Choices({ own: { kinds, binding }, locale }: { own: Own; locale: Locale }) {
  const words = useWords();
  const reload = useReloadArea(chooseKinds.area);
  const chosen = kinds.filter(({ is_on }) => is_on).map(({ name }) => name);
  const quiet = binding?.quiet ?? null;
  const initial: FormValues = {
    locale,
    kinds: chosen,
    is_quiet: quiet !== null,
    may_switch: binding?.may_switch ?? false,
    ...(quiet ?? { ...USUAL, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  };
  return (
    <Panel title={words('bot.page.choices')}>
      <KindsContext value={kinds}>
        <CallForm
          key={JSON.stringify(initial)}
          call={chooseKinds}
          name="bot.binding"
          about="choices"
          fields={FIELDS}
          rules={RULES}
          controls={CONTROLS}
          initial={initial}
          asks={(name, { is_quiet }) => !QUIET_FIELDS.has(name) || is_quiet === true}
          submit="bot.settings.save"
          submitKind="secondary"
          onSent={() => {
            notify.success(words('form.saved'));
            void reload();
          }}
        />
      </KindsContext>
    </Panel>
  );
}

function KindsControl(props: ControlProps<string[]>) {
  const kinds = useContext(KindsContext);
  const { id, value = [], label, describedBy, isDisabled, onChange, onBlur } = props;
  const choose = (name: string, isOn: boolean) => {
    onChange(isOn ? [...value, name] : value.filter((one) => one !== name));
    onBlur();
  };
  return (
    <fieldset id={id} className={styles.kinds} aria-label={label} aria-describedby={describedBy}>
      {kinds.map(({ name, title }) => (
        <Checkbox
          key={name}
          checked={value.includes(name)}
          disabled={isDisabled}
          onChange={(isOn) => choose(name, isOn)}
        >
          {title}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function ClockControl(props: ControlProps<string>) {
  return (
    <Input
      {...controlAttributes(props)}
      type="time"
      value={props.value ?? ''}
      {...(props.hasError ? { status: 'error' as const } : {})}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  );
}

/** Four hundred names: typed, with the browser's own list of those that fit. */
function ZoneControl(props: ControlProps<string>) {
  const list = `${props.id}-zones`;
  return (
    <>
      <Input
        {...controlAttributes(props)}
        value={props.value ?? ''}
        list={list}
        autoComplete="off"
        spellCheck={false}
        {...(props.hasError ? { status: 'error' as const } : {})}
        onChange={props.onChange}
        onBlur={props.onBlur}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
