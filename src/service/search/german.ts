import { termsOf } from '../store/terms.ts';

/** German words of questions and their English ones, for what is searched is mostly written in English. A word may be longer than it stands here. */
const words: readonly (readonly [german: string, english: string])[] =
  `anmeld:login|einlogg:login|abmeld:logout|auslogg:logout|registrier:register signup|konto:account|konten:account|benutzer:user|nutzer:user
anwender:user|kunde:customer|kunden:customer|mitarbeiter:employee|angestellt:employee|patient:patient|passwort:password|passwörter:password|kennwort:password
kennwörter:password|zurücksetz:reset forgot|vergess:forgot forgotten|datei:file|dateien:file|hochlad:upload|hochgeladen:upload|herunterlad:download|heruntergeladen:download
lösch:delete remove erase|gelöscht:delete remove|entfern:remove delete|anleg:create add|erstell:create make|erzeug:create|änder:change update edit|geändert:change
bearbeit:edit update|speicher:save store|such:search find|auflist:list|übersicht:overview list|bestell:order|warenkorb:cart|warenkörbe:cart|zahl:pay payment|bezahl:pay payment
rechnung:invoice|mahnung:reminder|überweis:transfer|kontostand:balance|kontoauszug:statement|kontoauszüge:statement|gehalt:salary|gehälter:salary|urlaub:vacation|termin:appointment
buch:book|stornier:cancel|sperr:freeze block|einstellung:settings configuration|protokoll:log|sicherungskopie:backup|datensicherung:backup|ausfuhr:export|einfuhr:import|importier:import
exportier:export|bericht:report|steuer:tax|versand:shipping|liefer:delivery shipping|sendung:parcel shipping|paket:package parcel|produkt:product|artikel:product|bewertung:review rating
kommentar:comment|seite:page|bild:picture image|bilder:picture image|dokument:document|anhang:attachment|anhänge:attachment|nachricht:message|benachrichtig:notification
verwalt:admin administration|administrator:admin|rolle:role|berechtig:permission role|recht:permission|zugriff:access|geschützt:protected|schutz:protection|öffentlich:public
abfrage:query|abfragen:query|anfrage:request|eingabe:input|eingaben:input|ausgabe:output|datenbank:database|daten:data|befehl:command|ausführ:execute run|schlüssel:key
geheimnis:secret|zugangsdaten:credential|verschlüssel:encryption cipher|zertifikat:certificate|prüf:check|überprüf:check verification|unterschrift:signature|signatur:signature
schwach:weak|unsicher:insecure weak|gefährlich:dangerous|kritisch:critical|verzeichnis:directory|ordner:folder|pfad:path|netzwerk:network|umleitung:redirect|weiterleit:redirect
vorlage:template|abhängigkeit:dependency|bibliothek:library|umgebung:environment|gesundheit:health|zustand:status|status:status|überwach:monitoring|kennzahl:metric|patienten:patient
krankenakte:record|akte:record|versicherung:insurance|zufall:random|vorhersag:predictable|zeile:line|eintrag:entry|einträge:entry|ausdruck:expression|muster:pattern`
    .split(/[|\n]/)
    .map((line): readonly [string, string] => {
      const [german = '', english = ''] = line.trim().split(':');
      return [german, english];
    });

/** By the form without accents, and by that with `ae` in the place of `ä`. */
const byGerman: readonly (readonly [string, readonly string[]])[] = words
  .flatMap(([german, english]) => {
    const terms = termsOf(english);
    const spelled = german.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
    return [...new Set([plain(german), spelled])].map((form) => [form, terms] as const);
  })
  .toSorted(([left], [right]) => right.length - left.length);

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss');
}

/** Endings that a word may have beyond what stands in the list. */
const longestEnding = 4;
/** Of words that are put together, the parts. */
const maximumParts = 4;

/**
 * Returns what a German word means in English, part by part, each with its English terms: `Benutzereingabe` gives `user` and `input`.
 * Nothing for a word that is not known.
 * @param word in lower case, without accents
 */
export function inEnglish(word: string): readonly (readonly string[])[] {
  if (word.length < 3 || word.length > 60) return [];
  return parts(word, maximumParts) ?? [];
}

function parts(word: string, left: number): readonly (readonly string[])[] | undefined {
  if (left === 0) return undefined;
  for (const [german, terms] of byGerman) {
    if (!word.startsWith(german)) continue;
    const rest = word.slice(german.length);
    if (rest.length <= longestEnding && /^(?:e[nrsm]?|s|n|t|te[nrs]?|ung(?:en)?|er?n?|lich)?$/.test(rest))
      return [terms];
    // Between the parts of a word there may be an `s`, `n` or `en`.
    for (const link of ['', 's', 'n', 'en', 'e', 'er'])
      if (rest.startsWith(link)) {
        const others = parts(rest.slice(link.length), left - 1);
        if (others) return [terms, ...others];
      }
  }
  return undefined;
}

/** Words that say nothing about what is looked for. */
export const germanStopWords = `der die das den dem des ein eine einen einem einer eines und oder ist sind war wird werden wurde kann können könnte man welche welcher welches wer
was wo wohin woher wie warum wann mit ohne von vom zu zum zur in im an am auf aus bei beim für durch über unter nach vor es gibt haben hat habe nicht kein keine
keinen alle alles mein meine meinen unser unsere unserem bitte mir mich zeig zeige liste finde such suche endpunkt endpunkte endpunkten route routen problem probleme
schwachstelle schwachstellen lücke lücken fehler code landet`;
