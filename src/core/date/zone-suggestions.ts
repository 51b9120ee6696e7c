/**
 * Zones in which an abbreviation is in use, the likeliest first. Abbreviations that are also IANA names, such as `EST`
 * and `CET`, are zones.
 */
const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ACDT: ['Australia/Adelaide'],
    ACST: ['Australia/Adelaide', 'Australia/Darwin'],
    ACT: ['Australia/Darwin', 'Australia/Canberra', 'America/Rio_Branco'],
    ACWST: ['Australia/Eucla'],
    ADT: ['America/Halifax'],
    AEDT: ['Australia/Sydney'],
    AEST: ['Australia/Sydney', 'Australia/Brisbane'],
    AET: ['Australia/Sydney'],
    AGT: ['America/Argentina/Buenos_Aires'],
    AKDT: ['America/Anchorage'],
    AKST: ['America/Anchorage'],
    ART: ['America/Argentina/Buenos_Aires', 'Africa/Cairo'],
    AST: ['America/Halifax', 'America/Puerto_Rico', 'Asia/Riyadh'],
    AWST: ['Australia/Perth'],
    BET: ['America/Sao_Paulo'],
    BRT: ['America/Sao_Paulo'],
    BST: ['Europe/London', 'Asia/Dhaka'],
    CAT: ['Africa/Maputo'],
    CDT: ['America/Chicago', 'America/Havana'],
    CEST: ['Europe/Berlin'],
    CLT: ['America/Santiago'],
    CNT: ['America/St_Johns'],
    COT: ['America/Bogota'],
    CST: ['America/Chicago', 'Asia/Shanghai', 'America/Havana'],
    CTT: ['Asia/Shanghai'],
    EAT: ['Africa/Nairobi'],
    ECT: ['Europe/Paris', 'America/Guayaquil'],
    EDT: ['America/New_York'],
    EEST: ['Europe/Athens'],
    HDT: ['America/Adak'],
    HKT: ['Asia/Hong_Kong'],
    ICT: ['Asia/Bangkok'],
    IDT: ['Asia/Jerusalem'],
    IET: ['America/Indiana/Indianapolis'],
    IRST: ['Asia/Tehran'],
    IST: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
    JST: ['Asia/Tokyo'],
    KST: ['Asia/Seoul'],
    MDT: ['America/Denver'],
    MEST: ['Europe/Berlin'],
    MESZ: ['Europe/Berlin'],
    MEZ: ['Europe/Berlin'],
    MIT: ['Pacific/Apia', 'Pacific/Marquesas'],
    MSK: ['Europe/Moscow'],
    NDT: ['America/St_Johns'],
    NET: ['Asia/Yerevan'],
    NPT: ['Asia/Kathmandu'],
    NST: ['America/St_Johns', 'Pacific/Auckland'],
    NZDT: ['Pacific/Auckland'],
    NZST: ['Pacific/Auckland'],
    NZT: ['Pacific/Auckland'],
    PDT: ['America/Los_Angeles'],
    PHT: ['Asia/Manila'],
    PKT: ['Asia/Karachi'],
    PLT: ['Asia/Karachi'],
    PNT: ['America/Phoenix'],
    PRT: ['America/Puerto_Rico'],
    PST: ['America/Los_Angeles', 'Asia/Manila'],
    SAST: ['Africa/Johannesburg'],
    SGT: ['Asia/Singapore'],
    SST: ['Pacific/Pago_Pago', 'Pacific/Guadalcanal'],
    VST: ['Asia/Ho_Chi_Minh'],
    WAT: ['Africa/Lagos'],
    WEST: ['Europe/Lisbon'],
    WIB: ['Asia/Jakarta'],
    WST: ['Australia/Perth', 'Pacific/Apia'],
  }),
);

/** In lower case. */
export const abbreviations: readonly string[] = [...ABBREVIATIONS.keys()].map((name) => name.toLowerCase());

/**
 * The zones in which an abbreviation is in use, the likeliest first; empty if it is none. A continent before it is
 * ignored: `BST` and `Europe/BST` → `Europe/London`, `Asia/Dhaka`.
 */
export const zonesOfAbbreviation = (text: string): readonly string[] =>
  ABBREVIATIONS.get(
    text
      .slice(text.lastIndexOf('/') + 1)
      .trim()
      .toUpperCase(),
  ) ?? [];
