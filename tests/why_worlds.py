"""Texts of other worlds, with labelled sentences: what the rules know must not be about one company.

Each was written with its labels before any rule ran on it, to see how the rules do on what they were not made for.
What the first run showed stands in docs/concepts/why.md.
"""

from wherefrom.claims.why.opinions import Reading

STORAGE_AND_HIRING = [
    Reading(
        """# Storage

Objects larger than 5 GB must be uploaded in parts. Each part has at most 10,000 chunks.
Buckets are private by default. A bucket name cannot be changed after it was created.

Deleted objects are kept for 90 days. After that they can not be restored.
Only the owner of a bucket can delete it. Versioning is disabled unless an administrator enables it.

## Backups

Backups run every night at 2 o'clock and take about 40 minutes.
The backup of the main database is stored in Frankfurt; copies go to Dublin.
We test a restore on the first Tuesday of each month.
""",
        "storage.md",
        ("Storage",),
    ),
    Reading(
        """# Hiring

Every candidate talks to at least three people. Interviews last 45 minutes and are never recorded.
The hiring manager decides, not the recruiter. Offers are valid for 14 days.
Salaries are reviewed in April. New employees get a mentor for the first six months.
Referrals are rewarded with 1,500 dollars, unless the candidate is a relative.
Interns earn less than junior engineers. Nobody is hired without a reference check.
""",
        "hiring.md",
        ("Hiring",),
    ),
    Reading(
        """def retry(call, attempts=3):
    \"\"\"Try a call up to three times; wait two seconds before the second attempt.\"\"\"
    # Timeouts are retried, refusals are not.
    for n in range(attempts): ...
""",
        "retry.py",
        (),
        True,
    ),
]
STORAGE_AND_HIRING_SENTENCES = """
supported: Objects over 5 GB have to be uploaded in parts.
supported: By default buckets are private.
supported: The name of a bucket cannot be changed.
supported: Deleted objects are kept for three months.
supported: Deleted objects are kept for 90 days.
supported: The owner of a bucket can delete it.
supported: Backups run nightly at 2 o'clock.
supported: Backups take about 40 minutes.
supported: Copies of the backup go to Dublin.
supported: The backup of the main database is in Frankfurt.
supported: Interviews last three quarters of an hour.
supported: Interviews are not recorded.
supported: An offer is valid for two weeks.
supported: Candidates talk to three people or more.
supported: The hiring manager decides.
supported: Salaries get reviewed in April.
supported: A new employee has a mentor for six months.
supported: Timeouts are retried.
supported: Refusals are not retried.
supported: A restore is tested every month.
contradicted: Objects larger than 5 GB must not be uploaded in parts.
contradicted: Buckets are public by default.
contradicted: Buckets are not private by default.
contradicted: A bucket name can be changed after it was created.
contradicted: Deleted objects are kept for 30 days.
contradicted: Deleted objects can be restored after 90 days.
contradicted: Anybody can delete a bucket.
contradicted: Backups run every night at 3 o'clock.
contradicted: Backups run every week at 2 o'clock.
contradicted: The backup of the main database is stored in Dublin.
contradicted: A restore is tested on the first Friday of each month.
contradicted: Interviews last an hour.
contradicted: Interviews are always recorded.
contradicted: The recruiter decides.
contradicted: Offers are valid for 14 months.
contradicted: Salaries are reviewed in October.
contradicted: Interns earn more than junior engineers.
contradicted: Junior engineers earn less than interns.
contradicted: Refusals are retried.
contradicted: Referrals are rewarded with 1,500 euros.
unknown: Objects larger than 5 GB are deleted.
unknown: Objects smaller than 5 GB must be uploaded in parts.
unknown: Buckets are encrypted by default.
unknown: Buckets can be shared with other teams.
unknown: A bucket can not be deleted.
unknown: Backups are encrypted.
unknown: Backups run every night in Dublin.
unknown: The main database is in Frankfurt.
unknown: A backup is deleted after 90 days.
unknown: Interviews are held in Frankfurt.
unknown: Candidates are paid for interviews.
unknown: Offers are not made.
unknown: Mentors get 1,500 dollars.
unknown: Interns get a mentor for the first six months.
unknown: Candidates who are relatives are rewarded with 1,500 dollars.
unknown: Salaries are reviewed by the hiring manager.
unknown: Every employee talks to at least three people.
unknown: Timeouts are logged.
unknown: We wait three seconds before the third attempt.
unknown: Nobody is hired.
unknown: Deleted buckets are kept for 90 days.
unknown: Versioning is enabled for the main database.
unknown: Recruiters earn less than hiring managers.
unknown: Interviews are recorded by the recruiter.
unknown: Each candidate has at most 10,000 chunks.
"""

LIBRARY_AND_SERVICE = [
    Reading(
        """# Library rules

Readers may borrow up to eight books at a time. A loan lasts four weeks and can be renewed twice.
Reference books do not leave the building. Late returns cost 20 cents a day for each book.

The reading room opens at nine and closes at twenty o'clock; on Sundays it stays closed.
Food is not allowed in the stacks, but water in closed bottles is.
Children under twelve must be accompanied by an adult.

Lost cards are replaced for 5 euros. The library was built in 1932 by Alvar Lind and renovated in 2015.
Groups of more than ten people announce their visit three days ahead.
""",
        "rules.md",
        ("Library rules",),
    ),
    Reading(
        """# Service levels

We answer urgent tickets within 30 minutes and normal tickets within one working day.
Maintenance happens on Sundays between 2 and 4 o'clock. Customers are informed at least five days before.
Availability is 99.9 percent a month. If it falls below that, customers get 10 percent of the fee back.
Data is stored in Finland and never leaves the European Union.
Support speaks English and Finnish. Logs are deleted after 14 days. Passwords are never logged.
The contract can be ended at the end of each quarter. Prices rise by at most 3 percent a year.
The free plan has no support. Enterprise customers have a manager of their own.
""",
        "sla.md",
        ("Service levels",),
    ),
]
LIBRARY_AND_SERVICE_SENTENCES = """
supported: Up to eight books can be borrowed at a time.
supported: A loan can be renewed twice.
supported: Loans last four weeks.
supported: Reference books never leave the building.
supported: A late return costs 20 cents per day.
supported: The reading room is closed on Sundays.
supported: The reading room closes at 20 o'clock.
supported: Food is forbidden in the stacks.
supported: The library was renovated in 2015.
supported: Alvar Lind built the library in 1932.
supported: A lost card is replaced for €5.
supported: Urgent tickets are answered within half an hour.
supported: Normal tickets are answered within one working day.
supported: Maintenance happens on Sundays.
supported: Data never leaves the EU.
supported: The data is stored in Finland.
supported: Logs are deleted after two weeks.
supported: Passwords are not logged.
supported: Support speaks Finnish.
supported: There is no support in the free plan.
contradicted: Readers may borrow up to twelve books at a time.
contradicted: A loan lasts six weeks.
contradicted: A loan can be renewed three times.
contradicted: A loan cannot be renewed.
contradicted: Reference books leave the building.
contradicted: Late returns cost 20 cents a week for each book.
contradicted: The reading room opens at ten.
contradicted: Food is allowed in the stacks.
contradicted: Children under twelve need not be accompanied by an adult.
contradicted: The library was built in 1952.
contradicted: Lost cards are replaced for 15 euros.
contradicted: Urgent tickets are answered within 30 hours.
contradicted: We answer normal tickets within 30 minutes.
contradicted: Maintenance happens on Mondays.
contradicted: Availability is 95 percent a month.
contradicted: Data is stored in Sweden.
contradicted: Logs are deleted after 30 days.
contradicted: Logs are never deleted.
contradicted: Passwords are logged.
contradicted: The free plan has support.
unknown: Readers may sell books.
unknown: A loan costs 20 cents.
unknown: Reference books are renewed twice.
unknown: The reading room has eight seats.
unknown: Water is sold in the stacks.
unknown: Adults must be accompanied by a child.
unknown: Children under twelve may not borrow books.
unknown: The library was built by Alvar Lind in Helsinki.
unknown: The reading room was renovated in 2015.
unknown: Groups of ten people pay 5 euros.
unknown: Lost books are replaced for 5 euros.
unknown: Urgent tickets are deleted after 14 days.
unknown: Support answers on Sundays.
unknown: Customers are informed by email.
unknown: Customers get 10 percent of the fee back.
unknown: Data is deleted after 14 days.
unknown: Data of customers is encrypted.
unknown: Support speaks Swedish.
unknown: The contract can be ended by email.
unknown: Prices rise every year.
unknown: The free plan has no manager.
unknown: Enterprise customers pay 3 percent less.
unknown: The manager speaks English.
unknown: Logs are stored in Finland.
unknown: Tickets are not answered.
unknown: Readers are informed five days before.
"""

RAILWAY_AND_CLINIC = [
    Reading(
        """# Riding the line

The Harbor Line runs from Port Ellery to Whitmoor and calls at eleven stations. Trains leave Port Ellery every twenty
minutes on weekdays and every half hour at weekends. The first train departs at 5:10, the last one shortly after
midnight. A single ticket costs 3.40 euros and is valid for 90 minutes from the moment it is stamped; a day pass costs
9 euros. Dogs travel free of charge if they fit in a bag, otherwise they need a child ticket. Bicycles are carried
except between 7 and 9 in the morning.

Passengers without a valid ticket pay a fine of 60 euros. Inspectors may not accept cash. Seats in the first carriage
are reserved for people with reduced mobility. The depot in Whitmoor replaced the old one at Carrow Street in 2008.
The new trains were built by Hallmann in Graz; they are quieter than the old ones and use a third less power.
""",
        "harbor-line.md",
        ("Riding the line",),
    ),
    Reading(
        """# For patients

Appointments can be cancelled free of charge until 24 hours before they begin; later cancellations are billed at
35 euros. New patients should arrive fifteen minutes early and bring their insurance card. Test results are sent by
post within five working days, and urgent ones are phoned through the same day. Dr. Okafor sees patients on Mondays and
Thursdays, Dr. Lindqvist on Tuesdays. Neither works on Fridays. Prescriptions are not issued by telephone. Children
under six are always seen by a paediatrician.

The practice does not treat fractures; those are referred to St. Agnes Hospital. Vaccines are stored between 2 and 8
degrees. A nurse checks the refrigerator twice a day, and a vaccine that has been above 8 degrees for more than an hour
is thrown away. Patient records are kept for ten years after the last visit. Most appointments are made online.
""",
        "practice.md",
        ("For patients",),
    ),
    Reading(
        """# Changes in 4.2

- Exports are now written as Parquet; CSV is still available behind `--csv`.
- The default timeout went from 30 to 60 seconds.
- Support for Python 3.8 was removed. The oldest version that works is 3.9.
- Passwords may be up to 128 characters long.
- The scheduler retries a failed job four times, then marks it as dead. Dead jobs are not deleted.
- Mirrors in Oslo and Lisbon were added; the one in Madrid was shut down.
- Workers use at most 2 GB of memory unless `memory_limit` is set.
- Only admins see the audit log.
""",
        "CHANGES.md",
        ("Changes in 4.2",),
    ),
]
RAILWAY_AND_CLINIC_SENTENCES = """
supported: The Harbor Line calls at eleven stations.
supported: On weekdays trains leave Port Ellery every twenty minutes.
supported: A single ticket is valid for an hour and a half.
supported: A day pass costs nine euros.
supported: Inspectors must not accept cash.
supported: The fine for passengers without a valid ticket is 60 euros.
supported: Hallmann built the new trains.
supported: The new trains are quieter than the old ones.
supported: The first train departs at 5:10.
supported: Seats in the first carriage are reserved for people with reduced mobility.
supported: Late cancellations are billed at 35 euros.
supported: New patients should bring their insurance card.
supported: Dr. Okafor sees patients on Thursdays.
supported: Fractures are not treated by the practice.
supported: The refrigerator is checked twice daily by a nurse.
supported: Patient records are kept for ten years.
supported: Children under six are seen by a paediatrician.
supported: The scheduler retries failed jobs four times.
supported: CSV is still available.
supported: A mirror in Lisbon was added.
supported: The audit log is seen by admins.
supported: Test results are sent within five working days.
contradicted: The Harbor Line calls at twelve stations.
contradicted: At weekends trains leave Port Ellery every twenty minutes.
contradicted: A single ticket costs 4.30 euros.
contradicted: A single ticket is valid for 60 minutes.
contradicted: Inspectors may accept cash.
contradicted: Passengers without a valid ticket pay a fine of 90 euros.
contradicted: The new trains are louder than the old ones.
contradicted: The old trains are quieter than the new ones.
contradicted: The first train departs at 6:10.
contradicted: Dr. Okafor works on Fridays.
contradicted: Prescriptions are issued by telephone.
contradicted: The practice treats fractures.
contradicted: A nurse checks the refrigerator once a day.
contradicted: Patient records are kept for five years after the last visit.
contradicted: New patients should arrive fifteen minutes late.
contradicted: Vaccines are stored between 2 and 12 degrees.
contradicted: Dead jobs are deleted.
contradicted: The default timeout is 30 seconds.
contradicted: Python 3.8 is supported.
contradicted: Everybody sees the audit log.
contradicted: Passwords may be up to 64 characters long.
contradicted: Failed jobs are never retried.
contradicted: The scheduler retries a failed job twice.
unknown: Trains leave Whitmoor every twenty minutes.
unknown: A day pass is valid for 90 minutes.
unknown: A single ticket for children costs 3.40 euros.
unknown: Dogs travel free of charge.
unknown: Dogs need a child ticket.
unknown: Bicycles are carried free of charge.
unknown: Passengers with a valid ticket pay 9 euros.
unknown: The first train departs at 5:10 on Sundays.
unknown: The depot in Whitmoor was built in 2008.
unknown: The old trains were built by Hallmann.
unknown: The new trains have a third more seats.
unknown: Seats in the second carriage are reserved.
unknown: Inspectors accept cards.
unknown: The Harbor Line was opened in 2008.
unknown: New patients pay 35 euros.
unknown: Urgent test results are sent by post.
unknown: Dr. Lindqvist sees children on Tuesdays.
unknown: Prescriptions are issued within five working days.
unknown: Prescriptions are not issued.
unknown: St. Agnes Hospital does not treat children.
unknown: A nurse checks the vaccines twice a day.
unknown: Children under six are not vaccinated.
unknown: Insurance cards are kept for ten years.
unknown: Appointments cannot be made by telephone.
unknown: Fractures are treated at St. Agnes Hospital within 24 hours.
unknown: The mirror in Lisbon was shut down.
unknown: Workers use 2 GB of memory.
unknown: The scheduler deletes failed jobs.
unknown: Passwords must be 128 characters long.
unknown: The default timeout of the scheduler is 90 seconds.
unknown: Exports are written in Oslo.
"""

ORCHARD_AND_RADIO = [
    Reading(
        """# Pressing season

The cooperative has 64 members, who together own about 210 hectares. Apples are pressed from early September until the
middle of November. Members deliver on Tuesdays and Fridays; anybody else may deliver on Saturdays, but pays 12 cents a
kilo. Rotten fruit is sent back. Crates have to be washed before they are returned, which the press does not do.

Juice is heated to 78 degrees and keeps for a year unopened. Once opened it should be drunk within three weeks. Nothing
is added to it, neither sugar nor preservatives. Cider, on the other hand, may contain up to 50 milligrams of sulphite
per litre. The press was bought second-hand from a winery in Tramin in 2011 and was overhauled last spring.
Greta Moser chairs the board; Paul Ansel keeps the books. The board meets monthly, except in August.
Bees are kept in the eastern orchard. Spraying is forbidden while the trees are in bloom, and never done by day.
""",
        "cooperative.md",
        ("Pressing season",),
    ),
    Reading(
        """# Station handbook

Radio Kestrel broadcasts on 94.6 MHz with a power of 500 watts and can be heard within some 30 kilometres. Volunteers
need a two-hour introduction before they go on air. Studio A seats six guests, studio B only two. Every programme is
recorded and kept for at least 60 days, as the law requires. Advertising is limited to four minutes an hour; before
8 in the evening there is none for alcohol.

News is read on the hour by whoever is on duty. Political parties do not get airtime of their own, unless an election
is less than six weeks away. Guests are not paid, though their travel costs are refunded up to 80 euros. The transmitter
belongs to the city and stands on the Galgenberg. If it fails, call the engineer on duty, not the city. Listeners under
16 cannot take part in competitions. The archive moved from tape to disk in 1999; the tapes were given to the museum.
""",
        "handbook.txt",
        ("Station handbook",),
    ),
]
ORCHARD_AND_RADIO_SENTENCES = """
supported: The cooperative has 64 members.
supported: Members deliver on Fridays.
supported: Crates must be washed before they are returned.
supported: Unopened juice keeps for twelve months.
supported: Opened juice should be drunk within 21 days.
supported: Cider may contain sulphite.
supported: Paul Ansel keeps the books.
supported: Spraying is not allowed while the trees bloom.
supported: The board does not meet in August.
supported: The press was bought in 2011.
supported: Radio Kestrel broadcasts on 94.6 MHz.
supported: Studio B seats two guests.
supported: Programmes are kept for at least 60 days.
supported: Guests are not paid.
supported: The transmitter stands on the Galgenberg.
supported: The transmitter belongs to the city.
supported: The tapes were given to the museum.
supported: Listeners under 16 can't take part in competitions.
supported: Advertising is limited to four minutes per hour.
contradicted: The cooperative has 46 members.
contradicted: Members deliver on Wednesdays and Fridays.
contradicted: Juice is heated to 87 degrees.
contradicted: Opened juice should be drunk within three days.
contradicted: Sugar is added to the juice.
contradicted: Cider may contain up to 90 milligrams of sulphite per litre.
contradicted: The press was bought in 2001.
contradicted: Greta Moser keeps the books.
contradicted: The board meets weekly.
contradicted: Spraying is done by day.
contradicted: Crates are washed by the press.
contradicted: Radio Kestrel broadcasts on 96.4 MHz.
contradicted: Studio A seats two guests.
contradicted: Volunteers need no introduction before they go on air.
contradicted: Guests are paid.
contradicted: Travel costs of guests are refunded up to 180 euros.
contradicted: Listeners under 16 can take part in competitions.
contradicted: Programmes are not recorded.
contradicted: The archive moved from disk to tape in 1999.
contradicted: The transmitter does not belong to the city.
contradicted: Advertising is limited to four minutes a day.
unknown: The cooperative has 64 hectares.
unknown: Members pay 12 cents a kilo.
unknown: Members may not deliver on Saturdays.
unknown: Rotten fruit is thrown away.
unknown: Cider is heated to 78 degrees.
unknown: Cider keeps for a year.
unknown: The winery was bought in 2011.
unknown: The press was overhauled in 2011.
unknown: The board meets in Tramin.
unknown: Bees are forbidden in the western orchard.
unknown: Spraying is forbidden in the eastern orchard.
unknown: Pears are pressed in November.
unknown: Cider contains 50 milligrams of sulphite per litre.
unknown: Greta Moser has chaired the board since 2011.
unknown: Radio Kestrel has 500 volunteers.
unknown: Volunteers are paid.
unknown: Volunteers need two hours to go on air.
unknown: Studio B is recorded.
unknown: Tapes are kept for at least 60 days.
unknown: News is read by volunteers.
unknown: Political parties get airtime.
unknown: Political parties pay for advertising.
unknown: The engineer belongs to the city.
unknown: The museum stands on the Galgenberg.
unknown: Listeners under 16 cannot be guests.
unknown: Travel costs of volunteers are refunded up to 80 euros.
unknown: Advertising for alcohol is forbidden.
unknown: The archive was given to the museum.
unknown: If the transmitter fails, listeners call the city.
"""
LEASE_AND_LIGHTHOUSE = [
    Reading(
        """# Lease

The flat is let from 1 March for an unlimited period. The rent is 940 euros a month and is due on the third working day.
Heating and water are included, electricity is not. The tenant pays a deposit of two months' rent, which the landlord
returns within six weeks after the tenant has moved out. Either side may give notice of three months.

Pets other than fish need the landlord's written consent. Washing machines may run between 7 and 22 o'clock. The cellar
belongs to the flat, the attic is shared by all tenants. Small repairs up to 100 euros are paid by the tenant, larger
ones by the landlord. Tenants may not sublet single rooms without asking. The landlord can enter the flat only after
announcing it two days before, unless there is an emergency. Walls were painted white in 2023 and need not be repainted
when the tenant leaves. Smoking on the balcony is tolerated; grilling there is prohibited.
""",
        "lease.pdf",
        ("Lease",),
    ),
    Reading(
        """# Skarholm lighthouse

Skarholm lighthouse stands on a rock 4 kilometres west of the village of Ulvik. It was designed by Signe Dahl and built
between 1884 and 1887 by fishermen who had lost their boats in the storm of 1882. The tower is 38 metres high and has
211 steps. Its light can be seen from 19 nautical miles away and flashes every ten seconds.

The last keeper, Anders Holm, left the island in 1979, when the lamp was automated. Since then a technician has
visited twice a year. Before 1931 the lamp burned oil; today it is electric. The keeper's house became a museum in
1994. It is open from May to September, daily except Mondays, and costs 80 crowns for adults; children pay half. Boats
leave Ulvik at 10 and 14 o'clock and carry at most 24 passengers. In strong wind they do not sail. The tower itself
cannot be climbed at present, because its stairs are being repaired. Plans to build a hotel on the island were
rejected in 2016.
""",
        "skarholm.html",
        ("Skarholm lighthouse",),
    ),
]
LEASE_AND_LIGHTHOUSE_SENTENCES = """
supported: The rent is 940 euros per month.
supported: Heating is included.
supported: Electricity is not included.
supported: The rent is due on the third working day.
supported: Larger repairs are paid by the landlord.
supported: The attic is shared by all tenants.
supported: Grilling on the balcony is forbidden.
supported: The walls were painted white in 2023.
supported: The landlord returns the deposit within six weeks.
supported: Washing machines may run between 7 and 22 o'clock.
supported: The cellar belongs to the flat.
supported: The lighthouse was designed by Signe Dahl.
supported: The tower has 211 steps.
supported: The light flashes every ten seconds.
supported: The tower is 38 metres high.
supported: Anders Holm left the island in 1979.
supported: The museum is closed on Mondays.
supported: Boats leave Ulvik at 10 o'clock.
supported: Boats carry at most 24 passengers.
supported: Boats do not sail in strong wind.
supported: The tower can't be climbed.
contradicted: The rent is 490 euros a month.
contradicted: The rent is due on the fifth working day.
contradicted: Heating is not included.
contradicted: Electricity is included.
contradicted: The deposit is returned within six months.
contradicted: Either side may give notice of one month.
contradicted: The attic belongs to the flat.
contradicted: Small repairs are paid by the landlord.
contradicted: The walls have to be repainted when the tenant leaves.
contradicted: Grilling on the balcony is allowed.
contradicted: The flat is let from 1 May.
contradicted: The tower has 112 steps.
contradicted: The tower is 83 metres high.
contradicted: The light flashes every two seconds.
contradicted: Anders Holm left the island in 1997.
contradicted: The lighthouse was built by Signe Dahl.
contradicted: The museum is open daily.
contradicted: The lamp burns oil.
contradicted: Boats carry up to 42 passengers.
contradicted: The tower can be climbed.
contradicted: Boats leave Ulvik at 9 o'clock.
contradicted: A technician visits the lighthouse twice a month.
unknown: The rent of the cellar is 940 euros.
unknown: The tenant pays the rent in cash.
unknown: Electricity costs 100 euros a month.
unknown: The landlord pays a deposit of two months' rent.
unknown: Pets are prohibited.
unknown: Fish need written consent.
unknown: Washing machines are included.
unknown: The tenant may enter the attic only after two days.
unknown: Tenants may sublet the flat.
unknown: The landlord can enter the flat.
unknown: Smoking in the flat is prohibited.
unknown: The balcony was painted in 2023.
unknown: Repairs are paid by the tenant.
unknown: The tenant moved out in 2023.
unknown: Signe Dahl designed the museum.
unknown: The village of Ulvik stands on a rock.
unknown: The lighthouse was built in 1882.
unknown: Fishermen lost their boats in 1887.
unknown: Anders Holm was born in 1931.
unknown: A keeper visits the island twice a year.
unknown: Children pay 80 crowns.
unknown: The museum costs 80 crowns.
unknown: A hotel was built on the island in 2016.
unknown: Boats leave the island at 14 o'clock.
unknown: The museum is open in May and costs nothing.
unknown: The stairs of the museum are being repaired.
unknown: Adults carry at most 24 passengers.
unknown: The lamp was repaired in 1979.
"""

LEAGUE_AND_PAYMENTS = [
    Reading(
        """# Rules of the Valley League

Fourteen clubs play each other twice, once at home and once away. A win is worth three points, a draw one. If two clubs
have the same number of points, the goal difference decides, and if that is equal too, the club that scored more goals
is ranked higher. The last two clubs are relegated; the champion of the second division is promoted without a play-off.

A squad has no more than 25 players, of whom at least eight must have been trained by the club. Teams name seven
substitutes and may use five of them in at most three breaks. Players who have been shown five yellow cards miss the
next match; a red card means a ban of two matches, which the committee can extend. Matches are abandoned when fewer
than seven players of a team are left. The referee, not the club, decides whether a pitch can be played on. Fireworks
are banned from all stadiums and cost the home club 2,000 francs, the second time 5,000. The season was shortened to
20 rounds in 2020, but since then all 26 have been played. FC Marval won the title in 2019 and 2022; Torrent, its
neighbour, never has.
""",
        "rules.docx",
        ("Rules of the Valley League",),
    ),
    Reading(
        """# Payments API

Every request needs an access token, which expires after 15 minutes. Refresh tokens live for 30 days and can be used
only once. Amounts are given in cents, as integers. A payment that is not captured within seven days is released
automatically. Captured payments can be refunded for 180 days, in full or in parts; fees are not given back.

Clients should send an idempotency key with each POST request. Keys are remembered for 24 hours, after which the same
key starts a new payment. The limit is 100 requests a second per merchant; beyond it the server answers with 429 and
clients have to wait. Test cards never reach a bank. Webhooks are retried for three days with growing pauses and are
signed with SHA-256. The older MD5 signatures were dropped in version 3. Disputes are opened by the bank of the card
holder and must be answered by the merchant within ten days, otherwise the money goes back. Reports are written at 4
in the morning UTC and contain only payments that were settled the day before. Sandbox data is wiped every Sunday.
""",
        "payments.md",
        ("Payments API",),
    ),
]
LEAGUE_AND_PAYMENTS_SENTENCES = """
supported: Fourteen clubs play in the Valley League.
supported: A win is worth three points.
supported: The last two clubs are relegated.
supported: A squad has at most 25 players.
supported: A red card means a ban of two matches.
supported: The committee can extend a ban.
supported: The referee decides whether a pitch can be played on.
supported: Fireworks are forbidden in all stadiums.
supported: FC Marval won the title in 2022.
supported: Torrent never won the title.
supported: The season was shortened to 20 rounds in 2020.
supported: Teams name seven substitutes.
supported: Access tokens expire after a quarter of an hour.
supported: A refresh token can be used only once.
supported: Amounts are given in cents.
supported: Fees are not given back.
supported: Keys are remembered for a day.
supported: Test cards never reach a bank.
supported: Webhooks are signed with SHA-256.
supported: Sandbox data is wiped on Sundays.
supported: Disputes must be answered by the merchant within ten days.
supported: Captured payments can be refunded for 180 days.
contradicted: Sixteen clubs play each other twice.
contradicted: A win is worth two points.
contradicted: A draw is worth three points.
contradicted: The last three clubs are relegated.
contradicted: The club decides whether a pitch can be played on.
contradicted: Fireworks are allowed in all stadiums.
contradicted: A red card means a ban of four matches.
contradicted: A squad has up to 30 players.
contradicted: Torrent won the title in 2019.
contradicted: The champion of the second division is not promoted.
contradicted: Teams may use seven substitutes.
contradicted: The access token expires after 15 hours.
contradicted: Refresh tokens live for 90 days.
contradicted: Refresh tokens can be used twice.
contradicted: Fees are given back.
contradicted: Amounts are given in euros.
contradicted: Webhooks are retried for seven days.
contradicted: Webhooks are signed with MD5.
contradicted: Test cards reach a bank.
contradicted: The limit is 1,000 requests a second per merchant.
contradicted: Captured payments cannot be refunded.
contradicted: Sandbox data is wiped every Monday.
contradicted: Disputes must be answered within 30 days.
unknown: The champion is relegated.
unknown: The champion of the first division plays a play-off.
unknown: Every club plays 14 matches.
unknown: A squad has 25 players.
unknown: Eight substitutes must have been trained by the club.
unknown: A yellow card means a ban of two matches.
unknown: Players with five yellow cards are banned for two matches.
unknown: The committee decides whether a pitch can be played on Sundays.
unknown: The home club pays 5,000 francs for fireworks.
unknown: The home club decides whether fireworks are allowed.
unknown: FC Marval is the neighbour of the champion.
unknown: The title was shortened in 2020.
unknown: FC Marval won 20 rounds in 2019.
unknown: Matches are abandoned by the referee.
unknown: The referee names seven substitutes.
unknown: A payment expires after 15 minutes.
unknown: Payments can be refunded for 180 days.
unknown: Payments are released automatically.
unknown: Captured payments are released after seven days.
unknown: Merchants open disputes.
unknown: The merchant has to wait ten days.
unknown: Test cards expire after 30 days.
unknown: Clients must send an idempotency key with each request.
unknown: Keys are wiped every Sunday.
unknown: Reports contain all payments.
unknown: Reports are signed with SHA-256.
unknown: Webhooks are sent at 4 in the morning.
unknown: The bank answers with 429.
unknown: Refunds are settled the day before.
unknown: The card holder answers disputes within ten days.
"""

BAKERY_AND_OBSERVATORY = [
    Reading(
        """# How we work

The ovens are lit at 2 in the morning, and the first loaves are out by half past four. Rye sourdough rests for 18
hours, wheat dough for six. Salt makes up two percent of the flour. Apprentices start at four and never work alone at
the slicer. Whoever cuts themselves must report it to the shift leader, who writes it into the accident book.

Bread from the day before is sold at half price until noon and then given to the food bank. Cakes with cream are kept
below 7 degrees and thrown away after two days. Orders for weddings are taken at least three weeks ahead and paid for
in advance. Nuts are processed in the back room only, because of allergies. We bake without palm oil and stopped using
margarine in 2018. Deliveries to hotels leave at five; the van, which Murat drives, is back by eight. Between
Christmas and New Year the shop in Hafenstrasse stays closed, while the one at the station is open every day. Prices
went up by 4 percent last year.
""",
        "how-we-work.md",
        ("How we work",),
    ),
    Reading(
        """# Visiting the observatory

The observatory on Mount Corvo was opened in 1961 and belongs to the university. Its largest telescope has a mirror of
2.2 metres; the smaller one, a gift of the Lindgren family, is used by students. Astronomers apply for observing time
twice a year, in March and in September. Proposals are read by three referees. About one in four succeeds.

Guided tours take place on the first Saturday of the month and last 90 minutes. They are free for schools, everybody
else pays 12 euros. Visitors may take pictures without flash. Headlights must be switched off on the last kilometre of
the road, which is closed from December to March. In the dome it is as cold as outside, so bring a coat. Children
under eight are not admitted to the dome at night. The guest house has nine rooms, of which two are kept for
engineers. A new radio antenna was planned for 2015 but has not been built. Dr. Amadi directs the observatory; her
deputy, Paula Reis, runs the visitor centre.
""",
        "visit.html",
        ("Visiting the observatory",),
    ),
]
BAKERY_AND_OBSERVATORY_SENTENCES = """
supported: The ovens are lit at two in the morning.
supported: Rye sourdough rests for 18 hours.
supported: Apprentices never work alone at the slicer.
supported: Cakes with cream are thrown away after two days.
supported: Nuts are processed in the back room.
supported: Wedding orders are paid for in advance.
supported: Bread from the day before is sold at half price.
supported: The shop at the station is open every day.
supported: Murat drives the van.
supported: The observatory was opened in 1961.
supported: The observatory belongs to the university.
supported: The largest telescope has a mirror of 2.2 metres.
supported: Guided tours last an hour and a half.
supported: Guided tours take place on the first Saturday of the month.
supported: Proposals are read by three referees.
supported: Children under eight aren't admitted to the dome at night.
supported: The guest house has nine rooms.
supported: Dr. Amadi directs the observatory.
supported: Paula Reis runs the visitor centre.
supported: Students use the smaller telescope.
contradicted: The ovens are lit at three in the morning.
contradicted: Rye sourdough rests for eight hours.
contradicted: Salt makes up five percent of the flour.
contradicted: Apprentices work alone at the slicer.
contradicted: Cakes with cream are thrown away after four days.
contradicted: Wheat dough rests for 18 hours.
contradicted: We bake with palm oil.
contradicted: The shop in Hafenstrasse is open between Christmas and New Year.
contradicted: Deliveries to hotels leave at seven.
contradicted: The observatory was opened in 1916.
contradicted: Guided tours last 60 minutes.
contradicted: Guided tours take place on the first Sunday of the month.
contradicted: Visitors may take pictures with flash.
contradicted: Children under eight are admitted to the dome at night.
contradicted: Proposals are read by five referees.
contradicted: The guest house has 19 rooms.
contradicted: The observatory does not belong to the university.
contradicted: Paula Reis directs the observatory.
contradicted: Headlights need not be switched off on the last kilometre.
contradicted: A radio antenna was built in 2015.
unknown: The ovens are lit by apprentices.
unknown: The first loaves are sold at half past four.
unknown: Apprentices write accidents into the book.
unknown: The shift leader reports to the food bank.
unknown: Bread is sold at half price.
unknown: Bread is given to the food bank.
unknown: Cakes are kept below 7 degrees.
unknown: Cakes are sold until noon.
unknown: Weddings are taken three weeks ahead.
unknown: Nuts are sold in the back room.
unknown: Margarine is made without palm oil.
unknown: Hotels leave at five.
unknown: Murat delivers cakes to hotels.
unknown: The station is closed between Christmas and New Year.
unknown: Prices go up by 4 percent every year.
unknown: The university was opened in 1961.
unknown: The smaller telescope has a mirror of 2.2 metres.
unknown: The Lindgren family uses the telescope.
unknown: Students apply for observing time twice a year.
unknown: Referees are paid 12 euros.
unknown: Guided tours are free.
unknown: Schools take pictures without flash.
unknown: The dome is closed from December to March.
unknown: Children are not admitted to the observatory.
unknown: Two engineers live in the guest house.
unknown: Engineers have nine rooms.
unknown: The visitor centre was opened in 2015.
unknown: Dr. Amadi runs guided tours.
unknown: Paula Reis is the deputy of the university.
unknown: Everybody pays 12 euros.
"""

WAREHOUSE_AND_CHOIR = [
    Reading(
        """# Warehouse safety

Forklifts are driven only by people with a licence, and never faster than 10 km/h. Drivers inspect their truck before
each shift and note defects in the log; a truck with a defect is not used until a mechanic has released it. Aisles are
kept clear at all times. Pallets are stacked up to four high, those with glass only two. Hard hats are worn in zones B
and C, safety shoes everywhere. Spilled oil is covered with sand at once and reported to the supervisor.

The loading dock closes at 18:30. Trucks that arrive later wait until the next morning. Batteries are charged in the
annex, where smoking and open fire are forbidden. Fire drills are held twice a year, the last one took eleven minutes.
Extinguishers are checked every two years by an outside company. First aid is given by Sonja Brandt and Luis Ortega,
who were trained in May.
""",
        "safety.md",
        ("Warehouse safety",),
    ),
    Reading(
        """# Choir

The choir has 52 singers and rehearses on Wednesday evenings in the old school. Rehearsals begin at 19:30 and end at
22 o'clock, with a break of 15 minutes. The membership fee is 120 euros a year; students pay half of it. New singers
are invited to three rehearsals before they audition. Whoever misses more than four rehearsals in a row does not sing
in the concert.

Concerts take place in June and in December. This year Fauré's Requiem is sung in the cathedral, accompanied by the
city orchestra. Tickets cost 18 euros in advance and 22 euros at the door. Scores are lent to members and have to be
returned without pencil marks. Helena Voss has conducted the choir since 2012; before her it was led by Martin Keller,
who founded it in 1974. The choir does not travel abroad, but it hosts a guest choir every second summer.
""",
        "choir.md",
        ("Choir",),
    ),
]
WAREHOUSE_AND_CHOIR_SENTENCES = """
supported: Drivers inspect their truck before each shift.
supported: Aisles are always kept clear.
supported: Pallets are stacked up to four high.
supported: Spilled oil is covered with sand.
supported: Batteries are charged in the annex.
supported: Fire drills are held twice a year.
supported: The loading dock closes at 18:30.
supported: Extinguishers are checked every two years.
supported: The choir has 52 singers.
supported: The choir rehearses on Wednesdays.
supported: Rehearsals begin at 19:30.
supported: The membership fee is 120 euros per year.
supported: Concerts take place in December.
supported: Tickets cost 22 euros at the door.
supported: Helena Voss has conducted the choir since 2012.
supported: The choir does not travel abroad.
supported: Scores have to be returned without pencil marks.
contradicted: The loading dock closes at 20:30.
contradicted: Fire drills are held four times a year.
contradicted: Extinguishers are checked every five years.
contradicted: Batteries are not charged in the annex.
contradicted: Pallets are stacked up to six high.
contradicted: Spilled oil is not reported to the supervisor.
contradicted: The choir has 25 singers.
contradicted: The choir rehearses on Mondays.
contradicted: Rehearsals begin at 18:30.
contradicted: The membership fee is 210 euros a year.
contradicted: The membership fee is 120 euros a month.
contradicted: Tickets cost 18 euros at the door.
contradicted: The choir travels abroad.
contradicted: Scores need not be returned.
contradicted: New singers are invited to five rehearsals before they audition.
contradicted: Smoking is allowed in the annex.
unknown: Mechanics drive forklifts.
unknown: Drivers wear hard hats.
unknown: Pallets with glass are kept in zone B.
unknown: Trucks are not used.
unknown: The supervisor covers oil with sand.
unknown: The annex closes at 18:30.
unknown: Fire drills take eleven minutes.
unknown: The outside company holds fire drills.
unknown: Sonja Brandt checks the extinguishers.
unknown: Luis Ortega has a licence.
unknown: Students have a membership.
unknown: Students pay 120 euros a year.
unknown: New singers pay 18 euros.
unknown: Members audition before three rehearsals.
unknown: The orchestra rehearses on Wednesdays.
unknown: The guest choir has 52 singers.
unknown: The cathedral was founded in 1974.
unknown: Helena Voss founded the choir in 2012.
unknown: Concerts end at 22 o'clock.
unknown: Scores cost 22 euros.
unknown: The choir sings abroad every second summer.
unknown: Singers who miss a rehearsal pay half of the fee.
"""


FLEET_AND_LAB = [
    Reading(
        """# Vehicle handbook

## Booking
Vans are booked through the fleet desk at least two days in advance. Cars under 1.5 tonnes can be booked on
the same day. Electric bikes need no booking.

## Fuel
Drivers pay fuel with the green card. The card has a limit of 120 euros a day. Private trips are not allowed,
except for the night shift. Receipts must be handed in by Friday noon.

## Accidents
After an accident the driver calls the fleet desk within one hour. Anna Weber runs the fleet desk. Photos of
the damage are sent to claims@fleet.example. The insurance covers damage above 500 euros; the excess is paid
by the company.

## Maintenance
The workshop in Graz inspects every van each spring. Tyres are changed in October and April. The old workshop
in Linz was closed in 2023.
""",
        "Vehicle handbook",
        ("Vehicle handbook",),
    ),
    Reading(
        """# Lab rules

Samples are stored at minus 80 degrees. The freezer alarm rings when the temperature rises above minus 70
degrees. Only trained staff may open the freezer. Visitors wear goggles in room 12 and room 14, but not in the
office.

The centrifuge runs at 3,000 rpm by default and may be set to at most 12,000 rpm. It was bought in 2019 from
Hettich. Protocols are reviewed twice a year by Dr. Okafor. Gloves are changed after every sample. Waste is
collected on Tuesdays and Thursdays.

The API listens on port 8443 and speaks HTTP/2. Retries use exponential backoff with a base of 200 ms. We
chose Kafka over RabbitMQ. The nightly export writes Parquet files to s3://lab-exports/daily. Python 3.9 is no
longer supported.
""",
        "Lab rules",
        ("Lab rules",),
    ),
]

FLEET_AND_LAB_SENTENCES = """
supported: vans are booked two days in advance
supported: vans are booked at least two days in advance
contradicted: vans are booked at least five days in advance
unknown: vans can be booked on the same day
contradicted: electric bikes need a booking
supported: electric bikes need no booking
unknown: cars need no booking
contradicted: drivers pay fuel with the blue card
supported: drivers pay fuel with the green card
supported: the card has a limit of 120 euros a day
contradicted: the card has a limit of 120 euros a week
contradicted: the card has a limit of 200 euros a day
contradicted: the card has no limit
unknown: private trips are allowed
supported: private trips are not allowed
supported: private trips are allowed for the night shift
contradicted: private trips are not allowed for the night shift
supported: receipts must be handed in by Friday noon
contradicted: receipts must be handed in by Monday noon
contradicted: receipts must not be handed in
unknown: the fleet desk calls the driver within one hour
supported: after an accident the driver calls the fleet desk within one hour
contradicted: after an accident the driver calls the fleet desk within two hours
supported: Anna Weber runs the fleet desk
unknown: Anna Weber runs the workshop
contradicted: Peter Maier runs the fleet desk
supported: photos of the damage are sent to claims@fleet.example
contradicted: photos of the damage are sent to photos@fleet.example
supported: the insurance covers damage above 500 euros
contradicted: the insurance covers damage below 500 euros
contradicted: the excess is paid by the driver
supported: the company pays the excess
unknown: the workshop in Linz inspects every van
unknown: the workshop in Graz was closed in 2023
supported: the old workshop in Linz was closed in 2023
unknown: the old workshop in Linz was opened in 2023
supported: tyres are changed in October
unknown: tyres are changed in March
contradicted: tyres are never changed
supported: samples are stored at minus 80 degrees
contradicted: samples are stored at 80 degrees
contradicted: samples are stored at minus 70 degrees
unknown: the freezer alarm rings when the temperature falls below minus 70 degrees
supported: the freezer alarm rings above minus 70 degrees
contradicted: anyone may open the freezer
supported: only trained staff may open the freezer
supported: trained staff may open the freezer
unknown: only visitors may open the freezer
supported: visitors wear goggles in room 12
unknown: visitors wear goggles in room 13
contradicted: visitors wear goggles in the office
supported: visitors do not wear goggles in the office
supported: the centrifuge runs at 3000 rpm
contradicted: the centrifuge runs at 12,000 rpm by default
contradicted: the centrifuge may be set to 15,000 rpm
supported: the centrifuge may be set to 10,000 rpm
supported: the centrifuge was bought in 2019
contradicted: the centrifuge was bought in 2020
unknown: the centrifuge was sold in 2019
unknown: Hettich bought the centrifuge
supported: protocols are reviewed twice a year
contradicted: protocols are reviewed once a year
contradicted: protocols are reviewed by Dr. Smith
supported: gloves are changed after every sample
contradicted: gloves are changed before every sample
supported: waste is collected on Tuesdays
unknown: waste is collected on Mondays
contradicted: waste is not collected on Tuesdays
contradicted: the API listens on port 8080
supported: the API listens on port 8443
contradicted: the API speaks HTTP/1
supported: retries use a base of 200 ms
supported: retries use a base of 0.2 seconds
contradicted: retries use a base of 2 seconds
contradicted: retries use linear backoff
contradicted: we chose RabbitMQ over Kafka
supported: we chose Kafka over RabbitMQ
supported: we chose Kafka
unknown: we chose RabbitMQ
contradicted: the nightly export writes CSV files
contradicted: the nightly export writes Parquet files to s3://lab-exports/weekly
contradicted: Python 3.9 is supported
supported: Python 3.9 is not supported
unknown: Python 3.10 is no longer supported
unknown: Python 3.8 is supported
supported: the export writes files nightly
unknown: samples are changed after every glove
unknown: the freezer is stored at minus 80 degrees
unknown: the driver hands in photos by Friday noon
contradicted: vans are inspected each autumn
unknown: the workshop inspects every car each spring
unknown: damage above 500 euros is paid by the company
unknown: the night shift pays fuel with the green card
unknown: the green card is allowed except for the night shift
unknown: the fleet desk runs Anna Weber
unknown: two vans are booked in advance
unknown: protocols are written twice a year by Dr. Okafor
unknown: Kafka listens on port 8443
unknown: the freezer was bought in 2019 from Hettich
unknown: room 12 and room 14 are in the office
unknown: the company was closed in 2023
supported: every van is inspected in Graz
unknown: drivers must pay fuel
supported: the card limit is 120 euros
supported: twelve thousand rpm is the maximum of the centrifuge
"""


FERRY_DEPLOYS_AND_GARDEN = [
    Reading(
        """# Ferry
Ferries leave Harbour North every 40 minutes from April to October. In winter they leave every two hours.
Bicycles travel free of charge; motorbikes pay 6 euros. Dogs must wear a muzzle on the upper deck. Tickets are
sold on board and at the kiosk, but not online. The captain may refuse passengers who are drunk. The crossing
takes 25 minutes. Captain Ruiz trained the new crew in 2021. Lost property is kept for 60 days by the harbour
office. The ferry was built in Norway in 1998 and carries up to 220 passengers.
""",
        "ferry.md",
        ("Ferry",),
    ),
    Reading(
        """# Deploys
Deploys happen on weekdays before 15:00. A deploy needs one review and a green pipeline. Rollbacks need no
review. The on-call engineer approves hotfixes. Secrets are read from Vault at startup and are never written
to disk. The cache expires after 10 minutes. Feature flags default to off. We prefer Postgres to MySQL. The
staging database is copied from production every Sunday without customer names. Service A calls service B over
gRPC. Logs are kept for 14 days in staging and for 90 days in production. The build image is based on Debian
12.
""",
        "deploys.md",
        ("Deploys",),
    ),
    Reading(
        """# Garden
Tomatoes are planted after 15 May at a distance of 60 cm. Beans are sown twice, in May and in July. The pond
must not be deeper than 1.2 metres. Compost is turned every six weeks by the volunteers. Hedges are cut
between October and February only. Children under ten are accompanied by an adult. The key to the shed hangs
in the kitchen. Members pay 45 euros a year; students pay half. Roses get no water in winter. The greenhouse
stays between 12 and 28 degrees.
""",
        "garden.md",
        ("Garden",),
    ),
]

FERRY_DEPLOYS_AND_GARDEN_SENTENCES = """
unknown: Ferries leave every 40 minutes in summer
contradicted: Ferries leave every 40 minutes in winter
supported: In winter ferries leave every two hours
supported: Bicycles travel free of charge
contradicted: Motorbikes travel free of charge
contradicted: Bicycles pay 6 euros
contradicted: Motorbikes pay 8 euros
unknown: Dogs must wear a muzzle on the lower deck
supported: Dogs wear a muzzle on the upper deck
contradicted: Dogs need not wear a muzzle on the upper deck
contradicted: Tickets are sold online
supported: Tickets are sold at the kiosk
contradicted: Tickets are not sold on board
unknown: The captain refuses passengers
unknown: Passengers may refuse the captain
supported: The captain may refuse drunk passengers
supported: The crossing takes 25 minutes
supported: The crossing takes less than half an hour
contradicted: The crossing takes 52 minutes
unknown: The new crew trained Captain Ruiz
contradicted: Captain Ruiz trained the new crew in 2020
unknown: The crew trained in 2021
supported: Lost property is kept for 60 days
supported: Lost property is kept for two months
contradicted: Lost property is kept for 30 days
supported: The harbour office keeps lost property for 60 days
unknown: Passengers keep lost property for 60 days
unknown: The harbour office was built in Norway
supported: The ferry was built in 1998
contradicted: The ferry was built in Sweden
contradicted: The ferry carries 300 passengers
unknown: Norway built the harbour
unknown: Harbour North leaves every 40 minutes
contradicted: Deploys happen on weekdays after 15:00
contradicted: Deploys happen at the weekend
contradicted: A deploy needs two reviews
supported: A deploy needs one review
contradicted: A rollback needs one review
unknown: Rollbacks need a green pipeline
supported: The on-call engineer approves hotfixes
unknown: Hotfixes approve the on-call engineer
unknown: The on-call engineer approves deploys
contradicted: Secrets are written to disk
unknown: Secrets are read from disk
unknown: Vault reads secrets at startup
contradicted: The cache expires before 10 minutes
unknown: The cache expires within 10 minutes
contradicted: The cache expires after 15 minutes
contradicted: Feature flags default to on
supported: Feature flags default to off
contradicted: We prefer MySQL to Postgres
unknown: We prefer MySQL
supported: We prefer Postgres
unknown: Production is copied from the staging database
supported: The staging database is copied from production every Sunday
contradicted: The staging database is copied every Monday
unknown: The staging database has customer names
unknown: Service B calls service A
supported: Service A calls service B
contradicted: Logs are kept for 90 days in staging
supported: Logs are kept for 90 days in production
unknown: Logs are kept for 14 days
contradicted: The build image is based on Debian 11
unknown: The pipeline is based on Debian 12
contradicted: Tomatoes are planted before 15 May
supported: Tomatoes are planted after 15 May
unknown: Tomatoes are sown after 15 May
unknown: Beans are sown in June
supported: Beans are sown in May
contradicted: Beans are sown once
contradicted: The pond is deeper than 1.2 metres
contradicted: The pond must be deeper than 1.2 metres
supported: The volunteers turn the compost every six weeks
unknown: The compost turns the volunteers
contradicted: Compost is turned every two weeks
unknown: Hedges are cut in summer
contradicted: Hedges are never cut between October and February
unknown: Children under ten accompany an adult
supported: Children of eight are accompanied by an adult
unknown: Children of twelve are accompanied by an adult
unknown: The kitchen key hangs in the shed
unknown: The key hangs in the kitchen
unknown: The shed hangs in the kitchen
contradicted: Members pay 45 euros a month
supported: Members pay 45 euros a year
contradicted: Students pay 45 euros a year
supported: Students pay half
contradicted: Roses get water in winter
unknown: Roses get no water
contradicted: The greenhouse stays between 10 and 20 degrees
unknown: The garden stays between 12 and 28 degrees
unknown: Adults are accompanied by children
unknown: Tomatoes are planted 60 cm apart
"""


WORLDS = {
    "storage and hiring": (STORAGE_AND_HIRING, STORAGE_AND_HIRING_SENTENCES),
    "library and service": (LIBRARY_AND_SERVICE, LIBRARY_AND_SERVICE_SENTENCES),
    "railway and clinic": (RAILWAY_AND_CLINIC, RAILWAY_AND_CLINIC_SENTENCES),
    "orchard and radio": (ORCHARD_AND_RADIO, ORCHARD_AND_RADIO_SENTENCES),
    "lease and lighthouse": (LEASE_AND_LIGHTHOUSE, LEASE_AND_LIGHTHOUSE_SENTENCES),
    "league and payments": (LEAGUE_AND_PAYMENTS, LEAGUE_AND_PAYMENTS_SENTENCES),
    "bakery and observatory": (BAKERY_AND_OBSERVATORY, BAKERY_AND_OBSERVATORY_SENTENCES),
    "warehouse and choir": (WAREHOUSE_AND_CHOIR, WAREHOUSE_AND_CHOIR_SENTENCES),
    "fleet and lab": (FLEET_AND_LAB, FLEET_AND_LAB_SENTENCES),
    "ferry, deploys and garden": (FERRY_DEPLOYS_AND_GARDEN, FERRY_DEPLOYS_AND_GARDEN_SENTENCES),
}
