import english from '@arco-design/web-react/es/locale/en-US';
import chinese from '@arco-design/web-react/es/locale/zh-CN';
import type { Locale } from '@waypost/contract';

type ArcoLocale = typeof english;

/** Arco has no Swahili: its words for the parts that are used here, English for the rest. */
const swahili: ArcoLocale = {
  ...english,
  locale: 'sw-KE',
  Calendar: {
    ...english.Calendar,
    today: 'Leo',
    view: { month: 'Mwezi', year: 'Mwaka', week: 'Wiki', day: 'Siku' },
    month: {
      long: {
        January: 'Januari',
        February: 'Februari',
        March: 'Machi',
        April: 'Aprili',
        May: 'Mei',
        June: 'Juni',
        July: 'Julai',
        August: 'Agosti',
        September: 'Septemba',
        October: 'Oktoba',
        November: 'Novemba',
        December: 'Desemba',
      },
      short: {
        January: 'Jan',
        February: 'Feb',
        March: 'Mac',
        April: 'Apr',
        May: 'Mei',
        June: 'Jun',
        July: 'Jul',
        August: 'Ago',
        September: 'Sep',
        October: 'Okt',
        November: 'Nov',
        December: 'Des',
      },
    },
    week: {
      long: {
        self: 'Wiki',
        monday: 'Jumatatu',
        tuesday: 'Jumanne',
        wednesday: 'Jumatano',
        thursday: 'Alhamisi',
        friday: 'Ijumaa',
        saturday: 'Jumamosi',
        sunday: 'Jumapili',
      },
      short: {
        self: 'Wiki',
        monday: 'Jtt',
        tuesday: 'Jnn',
        wednesday: 'Jtn',
        thursday: 'Alh',
        friday: 'Iju',
        saturday: 'Jmo',
        sunday: 'Jpi',
      },
    },
  },
  DatePicker: {
    ...english.DatePicker,
    placeholder: {
      date: 'Chagua tarehe',
      week: 'Chagua wiki',
      month: 'Chagua mwezi',
      year: 'Chagua mwaka',
      quarter: 'Chagua robo mwaka',
    },
    placeholders: {
      date: ['Tarehe ya kwanza', 'Tarehe ya mwisho'],
      week: ['Wiki ya kwanza', 'Wiki ya mwisho'],
      month: ['Mwezi wa kwanza', 'Mwezi wa mwisho'],
      year: ['Mwaka wa kwanza', 'Mwaka wa mwisho'],
      quarter: ['Robo ya kwanza', 'Robo ya mwisho'],
    },
    selectTime: 'Chagua saa',
    selectDate: 'Chagua tarehe',
    today: 'Leo',
    now: 'Sasa',
    ok: 'Sawa',
  },
  TimePicker: { ...english.TimePicker, ok: 'Sawa', now: 'Sasa', placeholder: 'Chagua saa' },
  Empty: { noData: 'Hakuna data' },
  Modal: { okText: 'Sawa', cancelText: 'Ghairi' },
};

const LOCALES_OF_ARCO: Readonly<Record<Locale, ArcoLocale>> = {
  'zh-CN': chinese,
  'en-US': english,
  'sw-KE': swahili,
};

/** Arco's own words in the user's language. */
export function arcoLocale(locale: Locale): ArcoLocale {
  return LOCALES_OF_ARCO[locale];
}
