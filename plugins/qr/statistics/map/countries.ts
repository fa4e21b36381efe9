/**
 * The shapes of `world-atlas` are named by the numbers of ISO 3166-1, visits by its letters. Shapes without a number (Kosovo,
 * Northern Cyprus, Somaliland) have no letters either: no visit is told of them.
 */
const CODES: ReadonlyMap<string, string> = new Map(
  (
    '004AF 008AL 012DZ 024AO 031AZ 032AR 036AU 040AT 044BS 050BD 051AM 056BE 064BT 068BO 070BA 072BW ' +
    '076BR 084BZ 090SB 096BN 100BG 104MM 108BI 112BY 116KH 120CM 124CA 140CF 144LK 148TD 152CL 156CN ' +
    '158TW 170CO 178CG 180CD 188CR 191HR 192CU 196CY 203CZ 204BJ 208DK 214DO 218EC 222SV 226GQ 231ET ' +
    '232ER 233EE 238FK 242FJ 246FI 250FR 260TF 262DJ 266GA 268GE 270GM 275PS 276DE 288GH 300GR 304GL ' +
    '320GT 324GN 328GY 332HT 340HN 348HU 352IS 356IN 360ID 364IR 368IQ 372IE 376IL 380IT 384CI 388JM ' +
    '392JP 398KZ 400JO 404KE 408KP 410KR 414KW 417KG 418LA 422LB 426LS 428LV 430LR 434LY 440LT 442LU ' +
    '450MG 454MW 458MY 466ML 478MR 484MX 496MN 498MD 499ME 504MA 508MZ 512OM 516NA 524NP 528NL 540NC ' +
    '548VU 554NZ 558NI 562NE 566NG 578NO 586PK 591PA 598PG 600PY 604PE 608PH 616PL 620PT 624GW 626TL ' +
    '630PR 634QA 642RO 643RU 646RW 682SA 686SN 688RS 694SL 703SK 704VN 705SI 706SO 710ZA 716ZW 724ES ' +
    '728SS 729SD 732EH 740SR 748SZ 752SE 756CH 760SY 762TJ 764TH 768TG 780TT 784AE 788TN 792TR 795TM ' +
    '800UG 804UA 807MK 818EG 826GB 834TZ 840US 854BF 858UY 860UZ 862VE 887YE 894ZM'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);

/** ISO 3166 letters of a shape; undefined where it has none. */
export const codeOfShape = (id: string | number | undefined): string | undefined => CODES.get(String(id));

/** Places too small for a shape at this scale, with where their middle is (Natural Earth): drawn as dots. */
export const SMALL_PLACES: readonly { code: string; at: [longitude: number, latitude: number] }[] = (
  'AD 1.6 42.5, AG -61.8 17.3, AI -63.1 18.2, AS -170.7 -14.3, AW -70.0 12.5, AX 20.0 60.2, ' +
  'BB -59.6 13.2, BH 50.5 26.0, BL -62.8 17.9, BM -64.8 32.3, CK -159.8 -21.2, CV -24.0 16.0, ' +
  'CW -69.0 12.2, DM -61.4 15.4, FM 153.3 7.5, FO -6.9 62.1, GD -61.7 12.1, GG -2.6 49.5, ' +
  'GS -36.5 -54.5, GU 144.8 13.4, HK 114.1 22.4, HM 73.5 -53.1, IM -4.5 54.2, IO 72.4 -7.3, ' +
  'JE -2.1 49.2, KI -167.9 0.9, KM 43.7 -11.9, KN -62.7 17.3, KY -80.9 19.4, LC -61.0 13.9, ' +
  'LI 9.5 47.1, MC 7.4 43.8, MF -63.1 18.1, MH 170.3 7.0, MO 113.5 22.2, MP 145.6 15.8, MS -62.2 16.7, ' +
  'MT 14.4 35.9, MU 57.6 -20.3, MV 73.5 3.7, NF 167.9 -29.1, NR 166.9 -0.5, NU -169.9 -19.0, ' +
  'PF -144.8 -14.7, PM -56.3 46.9, PN -128.3 -24.4, PW 134.4 7.3, SC 55.5 -4.7, SG 103.8 1.4, ' +
  'SH -9.7 -12.4, SM 12.5 43.9, ST 6.7 0.4, SX -63.1 18.1, TC -72.0 21.8, TO -174.8 -20.4, ' +
  'VA 12.4 41.9, VC -61.2 13.2, VG -64.5 18.5, VI -64.8 18.0, WF -177.3 -13.9, WS -172.2 -13.8'
)
  .split(', ')
  .map((text) => {
    const [code = '', longitude, latitude] = text.split(' ');
    return { code, at: [Number(longitude), Number(latitude)] };
  });
