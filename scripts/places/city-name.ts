import { pinyin } from 'pinyin-pro';

/**
 * Names that are not read off the characters: those of other languages in their official spelling (UNGEGN, romanization
 * of geographical names of China), and those that Taiwan and Hong Kong write their own way.
 */
const OWN: Readonly<Record<string, string>> = {
  呼和浩特: 'Hohhot',
  乌兰察布: 'Ulanqab',
  阿拉善: 'Alxa',
  巴彦淖尔: 'Bayannur',
  兴安: 'Hinggan',
  鄂尔多斯: 'Ordos',
  呼伦贝尔: 'Hulunbuir',
  锡林郭勒: 'Xilingol',
  齐齐哈尔: 'Qiqihar',
  哈尔滨: 'Harbin',
  拉萨: 'Lhasa',
  昌都: 'Qamdo',
  阿里: 'Ngari',
  那曲: 'Nagqu',
  林芝: 'Nyingchi',
  日喀则: 'Xigaze',
  和田: 'Hotan',
  克孜勒苏: 'Kizilsu',
  阿勒泰: 'Altay',
  博尔塔拉: 'Bortala',
  巴音郭楞: 'Bayingolin',
  吐鲁番: 'Turpan',
  阿克苏: 'Aksu',
  喀什: 'Kashgar',
  克拉玛依: 'Karamay',
  伊犁: 'Ili',
  乌鲁木齐: 'Urumqi',
  阿拉尔: 'Aral',
  图木舒克: 'Tumxuk',
  可克达拉: 'Kokdala',
  果洛: 'Golog',
  甘孜: 'Garze',
  迪庆: 'Deqen',
  台北: 'Taipei',
  高雄: 'Kaohsiung',
  台中: 'Taichung',
  台南: 'Tainan',
  新北: 'New Taipei',
  新竹: 'Hsinchu',
  基隆: 'Keelung',
  嘉义: 'Chiayi',
  彰化: 'Changhua',
  屏东: 'Pingtung',
  台东: 'Taitung',
  花莲: 'Hualien',
  金门: 'Kinmen',
  连江: 'Lienchiang',
  荃湾: 'Tsuen Wan',
  沙田: 'Sha Tin',
  // Of two readings the one that this place has.
  丰都: 'Fengdu',
  闵行: 'Minhang',
};

/** What is said after a name and not part of it; a name of one character keeps it. */
const KIND = /(?<=^.{2,})(?:地区|林区|新区|市|州|盟|区|县)$/u;

/** The name alone: 深圳市 → 深圳, 甘南州 → 甘南, 忠县 → 忠县. 兰州 is a name, 万州区 one with its kind. */
const bareName = (city: string): string => (/^.州$/u.test(city) ? city : city.replace(KIND, ''));

/** A city in Latin letters: one word with a capital, and an apostrophe where a later syllable begins with a vowel (Xi'an). */
export function latinName(city: string): string {
  const bare = bareName(city);
  const own = OWN[bare];
  if (own !== undefined) return own;
  const syllables = pinyin(bare, { toneType: 'none', type: 'array', v: true });
  const word = syllables.map((syllable, index) =>
    index > 0 && /^[aoe]/.test(syllable) ? `'${syllable}` : syllable,
  );
  const name = word.join('').replaceAll('v', 'ü');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
