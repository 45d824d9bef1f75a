/** Countries by their ISO 3166-1 alpha-2 code: English name and numeric code, by which maps of the world know them. */

/** Alpha-2 and numeric code of each country (ISO 3166-1). */
const numericCodes =
  'AF004 AL008 AQ010 DZ012 AS016 AD020 AO024 AG028 AZ031 AR032 AU036 AT040 BS044 BH048 BD050 AM051 BB052 BE056 BM060 BT064 BO068 BA070 BW072 BV074 BR076 BZ084 IO086 SB090 VG092 BN096 BG100 MM104 BI108 BY112 KH116 CM120 CA124 CV132 KY136 CF140 LK144 TD148 CL152 CN156 TW158 CX162 CC166 CO170 KM174 YT175 CG178 CD180 CK184 CR188 HR191 CU192 CY196 CZ203 BJ204 DK208 DM212 DO214 EC218 SV222 GQ226 ET231 ER232 EE233 FO234 FK238 GS239 FJ242 FI246 AX248 FR250 GF254 PF258 TF260 DJ262 GA266 GE268 GM270 PS275 DE276 GH288 GI292 KI296 GR300 GL304 GD308 GP312 GU316 GT320 GN324 GY328 HT332 HM334 VA336 HN340 HK344 HU348 IS352 IN356 ID360 IR364 IQ368 IE372 IL376 IT380 CI384 JM388 JP392 KZ398 JO400 KE404 KP408 KR410 KW414 KG417 LA418 LB422 LS426 LV428 LR430 LY434 LI438 LT440 LU442 MO446 MG450 MW454 MY458 MV462 ML466 MT470 MQ474 MR478 MU480 MX484 MC492 MN496 MD498 ME499 MS500 MA504 MZ508 OM512 NA516 NR520 NP524 NL528 CW531 AW533 SX534 BQ535 NC540 VU548 NZ554 NI558 NE562 NG566 NU570 NF574 NO578 MP580 UM581 FM583 MH584 PW585 PK586 PA591 PG598 PY600 PE604 PH608 PN612 PL616 PT620 GW624 TL626 PR630 QA634 RE638 RO642 RU643 RW646 BL652 SH654 KN659 AI660 LC662 MF663 PM666 VC670 SM674 ST678 SA682 SN686 RS688 SC690 SL694 SG702 SK703 VN704 SI705 SO706 ZA710 ZW716 ES724 SS728 SD729 EH732 SR740 SJ744 SZ748 SE752 CH756 SY760 TJ762 TH764 TG768 TK772 TO776 TT780 AE784 TN788 TR792 TM795 TC796 TV798 UG800 UA804 MK807 EG818 GB826 GG831 JE832 IM833 TZ834 US840 VI850 BF854 UY858 UZ860 VE862 WF876 WS882 YE887 ZM894';

const numeric = new Map(
  numericCodes.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)] as const),
);
let names: Intl.DisplayNames | undefined;

function nameOf(code: string): string | undefined {
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return names.of(code);
}

export interface Country {
  /** Alpha-2. */
  readonly code: string;
  readonly name: string;
  /** Numeric, 3 digits; '' where there is none. */
  readonly isocode: string;
}

/** Whether a text is the alpha-2 code of a country. */
export const isCountryCode = (code: string): boolean => numeric.has(code);

/** A country by its code. One that is not in the list keeps its code as its name. */
export function countryOf(code: string): Country {
  const isocode = numeric.get(code) ?? '';
  return { code, isocode, name: (isocode !== '' && nameOf(code)) || code };
}
