//! Numbers as people write them: `10000`, `10_000`, `10k`, `1e4`.

/// Letters behind a number, and how many zeros they stand for.
const ZEROS: [(char, i32); 2] = [('k', 3), ('M', 6)];

/// The whole number that a text stands for; nothing if it is none, or none that 64 bits can hold.
///
/// ```
/// use sortilege_catalogue::setting::whole_number;
/// assert_eq!(["10_000", "10k", "1e4", "0.01M"].map(whole_number), [Some(10_000); 4]);
/// assert_eq!(["1.5", "k", "1__0", "-1", "1e-1"].map(whole_number), [None; 5]);
/// ```
pub fn whole_number(text: &str) -> Option<u64> {
    let (text, zeros) = without_letter(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<u8>().ok()?),
        None => (text, 0),
    };
    let (before, behind) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let (before, behind) = (digits(before)?, digits(behind)?);
    let behind = behind.trim_end_matches('0');
    let shift = zeros + i32::from(exponent) - i32::try_from(behind.len()).ok()?;
    let number: u64 = format!("{before}{behind}").parse().ok()?;
    number.checked_mul(10u64.checked_pow(u32::try_from(shift).ok()?)?)
}

/// The number that a text stands for.
pub(super) fn number(text: &str) -> Option<f64> {
    let (plain, zeros) = without_letter(text);
    let parted = plain.split('_').collect::<Vec<_>>();
    let inside = parted.windows(2).all(|pair| {
        let is_digit = |end: Option<char>| end.is_some_and(|letter| letter.is_ascii_digit());
        is_digit(pair[0].chars().next_back()) && is_digit(pair[1].chars().next())
    });
    let number: f64 = parted.concat().parse().ok().filter(|_| inside)?;
    Some(if zeros == 0 { number } else { number * 10f64.powi(zeros) })
}

/// What stands before the letter, and the zeros of the letter.
fn without_letter(text: &str) -> (&str, i32) {
    let found = ZEROS.iter().find_map(|&(letter, zeros)| Some((text.strip_suffix(letter)?, zeros)));
    found.unwrap_or((text, 0))
}

/// Digits, of which `_` may part some from others.
fn digits(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split('_').collect();
    let all = |group: &&str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    groups.iter().all(all).then(|| groups.concat())
}
