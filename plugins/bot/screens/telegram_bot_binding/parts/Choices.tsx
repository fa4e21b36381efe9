import { Checkbox } from '@arco-design/web-react';
import { field, LOCALES, type Locale, type ResultOf } from '@waypost/contract';
import { CallForm, type ControlProps, notify, Panel, useReloadArea, useWords } from '@waypost/host-sdk';
import { createContext, useContext } from 'react';
import { chooseKinds, type ownBinding } from '../calls.ts';
import styles from './bot.module.css';

type Kinds = ResultOf<typeof ownBinding>['kinds'];

const FIELDS = {
  kinds: field(chooseKinds.body.shape.kinds, { control: 'kinds', default: [] }),
  locale: field(chooseKinds.body.shape.locale, { control: 'select', options: LOCALES }),
};

/** The kinds that can be chosen, for the control within the form. */
const KindsContext = createContext<Kinds>([]);
const CONTROLS = { kinds: KindsControl };

/** Which messages go to the chat, and in which language. */
export function Choices({ own: { kinds }, locale }: { own: ResultOf<typeof ownBinding>; locale: Locale }) {
  const words = useWords();
  const reload = useReloadArea(chooseKinds.area);
  const chosen = kinds.filter(({ is_on }) => is_on).map(({ name }) => name);
  return (
    <Panel title={words('bot.page.choices')}>
      <KindsContext value={kinds}>
        <CallForm
          key={`${locale} ${chosen.join(' ')}`}
          call={chooseKinds}
          name="bot.binding"
          about="choices"
          fields={FIELDS}
          controls={CONTROLS as never}
          initial={{ locale, kinds: chosen }}
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
