"""Four more worlds, written with their labels before any rule ran on them; most of the unknown are traps.

One label of the museum (open on Mondays) was changed after its first run. The first runs stand in docs/concepts/why.md.
"""

from wherefrom.claims.why.opinions import Reading

WARD = [
    Reading(
        """Emergencies

The emergency number inside the hospital is 2222. The resuscitation team arrives within four minutes.

The emergency trolley stands beside room 3 and is checked every morning.
Its defibrillator is tested on Sundays.

In case of fire the children are taken to the garden on the south side. Lifts are not used during a fire.

The ward bought a new ventilator in 2021 for 18,000 euros. It replaced a ventilator from 1998.
""",
        "emergency.txt",
    ),
    Reading(
        """# Hygiene

Hands are disinfected before and after every contact with a child. Rings and watches are not worn at work.

Floors are cleaned twice a day, toys once a week. Bed linen is changed every second day.

Children with measles lie in room 9. All staff are vaccinated against measles.

Uniforms are washed by the hospital laundry at 60 degrees.
""",
        "hygiene.md",
    ),
    Reading(
        """# Medicines

Medicines are kept in the locked cabinet next to the nurses' room. The key is carried by the nurse in charge.

Two nurses check every dose of insulin. Antibiotics are given within one hour of the doctor's order.

Medicines brought from home are not used unless a doctor agrees.

Opened bottles are thrown away after 28 days. The fridge is kept between 2 and 8 degrees.

A wrong dose is reported the same day in the safety book. Nobody is punished for a report.
""",
        "medicines.md",
    ),
    Reading(
        """# Ward 7 handbook

Ward 7 cares for children between two and sixteen years. It has 24 beds in nine rooms.

The ward is led by Dr. Hanna Lindqvist; her deputy is Dr. Peter Osei.

## Shifts

The day shift starts at half past six and ends at three in the afternoon. The night shift lasts ten hours.

Every night at least two nurses are on the ward. A nurse works at most five night shifts in a row.

The shift plan is published on the 15th of the month before.

## Visits

Parents may visit at any time. Other visitors come between 14 and 18 o'clock.

No more than three visitors are in a room at the same time. Visitors with a fever stay at home.

One parent may sleep beside the child. The ward does not charge for the bed.
""",
        "ward.md",
    ),
]
WARD_SENTENCES = """
supported: Ward 7 has 24 beds.
supported: The ward has nine rooms.
contradicted: Ward 7 has 42 beds.
contradicted: Ward 7 cares for children between two and eighteen years.
contradicted: Ward 7 cares for adults only.
supported: Ward 7 looks after children aged two to sixteen.
unknown: Ward 8 has 24 beds.
unknown: All beds of ward 7 are taken.
supported: Dr. Hanna Lindqvist leads the ward.
contradicted: The ward is led by Dr. Peter Osei.
supported: Dr. Peter Osei is the deputy of Dr. Hanna Lindqvist.
unknown: Dr. Peter Osei is a surgeon.
unknown: Dr. Hanna Lindqvist has led the ward since 2015.
supported: The day shift starts at half past six.
contradicted: The day shift starts at seven.
supported: The day shift ends at three in the afternoon.
contradicted: The day shift ends at four in the afternoon.
contradicted: The night shift lasts twelve hours.
supported: The night shift is ten hours long.
supported: At least two nurses are on the ward every night.
contradicted: Only one nurse is on the ward every night.
supported: There is never only one nurse on the ward at night.
unknown: At least two doctors are on the ward every night.
supported: A nurse works no more than five night shifts in a row.
contradicted: A nurse works at most seven night shifts in a row.
contradicted: A nurse may work six night shifts in a row.
unknown: A nurse works at most five day shifts in a row.
unknown: A nurse works five night shifts every month.
supported: The shift plan is published on the 15th of the previous month.
contradicted: The shift plan is published on the 20th of the month before.
unknown: The shift plan is published on the internet.
supported: Parents may visit at any time.
supported: Parents can visit at night.
contradicted: Parents may visit only between 14 and 18 o'clock.
contradicted: Parents may not visit at night.
supported: Other visitors come between 14 and 18 o'clock.
contradicted: Other visitors come between 10 and 18 o'clock.
unknown: Grandparents may visit at any time.
supported: At most three visitors are in a room at the same time.
contradicted: Up to five visitors may be in a room at the same time.
supported: Visitors with a fever stay at home.
contradicted: Visitors with a fever may come.
unknown: Visitors with a cough stay at home.
supported: One parent may sleep beside the child.
contradicted: Both parents may sleep beside the child.
contradicted: Parents may not sleep beside the child.
supported: The bed for the parent is free of charge.
contradicted: The ward charges 20 euros for the bed.
unknown: The ward charges for meals.
supported: Medicines are kept in the locked cabinet.
contradicted: Medicines are kept in an open cabinet.
contradicted: Medicines are kept in the doctors' room.
supported: The nurse in charge carries the key.
contradicted: The key is carried by the doctor in charge.
contradicted: The key is not carried by the nurse in charge.
supported: Every dose of insulin is checked by two nurses.
contradicted: One nurse checks every dose of insulin.
contradicted: Insulin doses are not checked.
unknown: Two nurses check every dose of morphine.
unknown: Two doctors check every dose of insulin.
supported: Antibiotics are given within one hour of the doctor's order.
contradicted: Antibiotics are given within three hours of the doctor's order.
unknown: Painkillers are given within one hour of the doctor's order.
supported: Medicines brought from home are used only if a doctor agrees.
contradicted: Medicines brought from home are always used.
contradicted: Medicines brought from home are used without asking a doctor.
supported: Opened bottles are thrown away after 28 days.
contradicted: Opened bottles are thrown away after 28 hours.
contradicted: Opened bottles are kept for three months.
unknown: Unopened bottles are thrown away after 28 days.
supported: The fridge is kept between 2 and 8 degrees.
contradicted: The fridge is kept between 4 and 10 degrees.
supported: A wrong dose is reported on the same day.
contradicted: A wrong dose is reported within a week.
supported: Nobody is punished for a report.
contradicted: Nurses are punished for a report.
contradicted: A wrong dose is not reported.
unknown: A wrong dose is reported to the parents.
supported: Hands are disinfected before every contact with a child.
contradicted: Hands are disinfected only after contact with a child.
supported: Rings are not worn at work.
contradicted: Watches are worn at work.
unknown: Earrings are not worn at work.
supported: Floors are cleaned twice a day.
contradicted: Floors are cleaned twice a week.
supported: Toys are cleaned once a week.
contradicted: Toys are cleaned twice a day.
supported: Bed linen is changed every second day.
contradicted: Bed linen is changed every day.
supported: Children with measles lie in room 9.
contradicted: Children with measles lie in room 3.
unknown: Children with chickenpox lie in room 9.
supported: All staff are vaccinated against measles.
contradicted: Some staff are not vaccinated against measles.
unknown: All staff are vaccinated against influenza.
unknown: All children are vaccinated against measles.
supported: The hospital laundry washes uniforms at 60 degrees.
contradicted: Uniforms are washed at 40 degrees.
contradicted: Uniforms are washed at home.
supported: Inside the hospital the emergency number is 2222.
contradicted: The emergency number inside the hospital is 112.
supported: The resuscitation team arrives within four minutes.
contradicted: The resuscitation team arrives after ten minutes.
unknown: The fire brigade arrives within four minutes.
supported: The emergency trolley is checked every morning.
contradicted: The emergency trolley is checked once a week.
contradicted: The emergency trolley stands beside room 9.
supported: The defibrillator is tested on Sundays.
contradicted: The defibrillator is tested on Mondays.
supported: Lifts are not used during a fire.
contradicted: Lifts are used during a fire.
unknown: Lifts are used during the night.
supported: In case of fire the children are taken to the garden.
contradicted: In case of fire the children are taken to the garden on the north side.
supported: In 2021 the ward bought a new ventilator.
supported: The ventilator cost 18,000 euros.
contradicted: The new ventilator cost 8,000 euros.
contradicted: The new ventilator was bought in 2020.
unknown: The old ventilator was sold.
unknown: The ventilator of 2021 was made in Sweden.
unknown: Measles is caused by a virus.
unknown: How many beds does ward 7 have?
"""

ROWING_CLUB = [
    Reading(
        """# Boathouse rules

The boathouse is open from six in the morning until sunset. The last one out locks both gates.

Every outing is entered in the logbook before it starts. Damage is reported to the boatman the same evening.

Racing boats are used only by members with the silver badge. Beginners row in the training boats.

Boats are washed after each outing. Oars are stored upright in the north hall.

Dogs are not allowed in the boathouse. Bicycles are left outside.
""",
        "boathouse.md",
    ),
    Reading(
        """# Summer regatta

The regatta is held on the second Saturday of July. Crews from fourteen clubs started in 2025.

The course is 1,500 metres long and has four lanes. Entries close ten days before the race.

The entry fee is 12 pounds for each seat. The fee is not returned if a crew withdraws.

The Heron Cup goes to the fastest eight. It was given by Arthur Bell in 1952.

Lunch is served in the marquee from noon. Parking costs nothing for crews, 5 pounds for others.
""",
        "regatta.md",
    ),
    Reading(
        """Safety on the water

Juniors row only with a coach in the motor boat. Every rower must be able to swim 300 metres.

No boat leaves when the river runs above 2.5 metres or the wind is stronger than 30 kilometres an hour.

Between November and March life jackets are worn by everybody. The rescue line hangs at the jetty.

Crews keep to the right bank going upstream. Below the weir rowing is forbidden.

Accidents are reported to the safety officer, Mrs. Joan Tait, within 24 hours.
""",
        "safety.txt",
    ),
    Reading(
        """# Statutes of the Heron Rowing Club

The club was founded on 4 May 1931 in Kelmouth. Its colours are green and white.

## Members

Anyone over twelve years may become a member.
New members are proposed by two members and admitted by the board.

The yearly fee is 180 pounds for adults and 60 pounds for juniors. The fee is due on 1 March.

Whoever does not pay within three months is excluded. Honorary members pay no fee.

## Board

The board consists of five members and is elected every two years.
The treasurer may not be captain at the same time.

The general meeting takes place in November. It is called at least three weeks ahead by letter.

Changes to the statutes need a majority of two thirds. Juniors have no vote.
""",
        "statutes.md",
    ),
]
ROWING_CLUB_SENTENCES = """
supported: The club was founded in 1931.
supported: The Heron Rowing Club was founded in Kelmouth.
contradicted: The club was founded on 4 June 1931.
contradicted: The club was founded in 1913.
supported: The colours of the club are green and white.
contradicted: The club's colours are blue and white.
unknown: The club was founded by fishermen.
unknown: The club has 300 members.
supported: Anyone over twelve may become a member.
contradicted: Only adults may become members.
unknown: Anyone over twelve years may become captain.
supported: New members are admitted by the board.
supported: Two members propose a new member.
contradicted: New members are proposed by three members.
contradicted: New members are admitted by the captain.
unknown: New members are introduced at the general meeting.
supported: Adults pay a yearly fee of 180 pounds.
supported: The yearly fee for juniors is 60 pounds.
contradicted: The yearly fee is 60 pounds for adults and 180 pounds for juniors.
contradicted: The yearly fee for adults is 200 pounds.
unknown: The yearly fee for families is 300 pounds.
supported: The fee is due on 1 March.
contradicted: The fee is due on 1 April.
supported: Honorary members do not pay a fee.
contradicted: Honorary members pay the yearly fee.
unknown: Honorary members have no vote.
supported: Whoever does not pay within three months is excluded.
contradicted: Nobody is excluded for not paying.
supported: The board has five members.
contradicted: The board consists of seven members.
supported: The board is elected every two years.
contradicted: The board is elected every year.
unknown: The board meets every month.
supported: The treasurer cannot be captain at the same time.
contradicted: The treasurer may be captain at the same time.
unknown: The treasurer may not be safety officer at the same time.
supported: The general meeting takes place in November.
contradicted: The general meeting takes place in May.
supported: The general meeting is called at least three weeks ahead.
contradicted: The general meeting is called one week ahead.
contradicted: The general meeting is called by telephone.
unknown: The general meeting takes place in the boathouse.
supported: A majority of two thirds is needed for changes to the statutes.
contradicted: Changes to the statutes need a simple majority.
contradicted: Changes to the statutes need a majority of three quarters.
supported: Juniors may not vote.
contradicted: Juniors have a vote.
supported: The boathouse opens at six in the morning.
contradicted: The boathouse is open until midnight.
contradicted: The boathouse is open from eight in the morning until sunset.
supported: The last one out locks both gates.
contradicted: The first one out locks both gates.
contradicted: The gates are never locked.
supported: Outings are entered in the logbook before they start.
contradicted: Every outing is entered in the logbook after it ends.
unknown: Every outing is entered in the logbook by the coach.
supported: Damage is reported to the boatman on the same evening.
contradicted: Damage is reported to the treasurer the same evening.
contradicted: Damage need not be reported.
supported: Only members with the silver badge use racing boats.
contradicted: Racing boats are used by beginners.
contradicted: Racing boats are used by everybody.
unknown: Members with the gold badge teach beginners.
supported: Beginners use the training boats.
supported: Boats are washed after every outing.
contradicted: Boats are washed once a week.
contradicted: Boats are washed before each outing.
supported: Oars are kept upright in the north hall.
contradicted: Oars are stored in the south hall.
unknown: Boats are stored in the north hall.
supported: No dogs are allowed in the boathouse.
contradicted: Dogs are allowed in the boathouse.
unknown: Cats are not allowed in the boathouse.
contradicted: Bicycles are left in the boathouse.
supported: Juniors row only when a coach is in the motor boat.
contradicted: Juniors may row without a coach.
unknown: Adults row only with a coach in the motor boat.
supported: Every rower must be able to swim 300 metres.
contradicted: Every rower must be able to swim 300 kilometres.
contradicted: Rowers need not be able to swim.
unknown: Every coach must be able to swim 300 metres.
supported: No boat leaves when the wind is stronger than 30 kilometres an hour.
contradicted: Boats may leave when the river runs above 2.5 metres.
supported: Everybody wears life jackets between November and March.
contradicted: Life jackets are worn only by juniors between November and March.
unknown: Life jackets are worn in July.
supported: The rescue line hangs at the jetty.
contradicted: The rescue line hangs in the boathouse.
supported: Going upstream, crews keep to the right bank.
contradicted: Crews keep to the left bank going upstream.
unknown: Crews keep to the left bank going downstream.
supported: Rowing below the weir is forbidden.
contradicted: Rowing is allowed below the weir.
unknown: Rowing above the weir is forbidden.
supported: Accidents are reported to Mrs. Joan Tait within 24 hours.
supported: The safety officer is Mrs. Joan Tait.
contradicted: Accidents are reported within 48 hours.
contradicted: Accidents are reported to the captain within 24 hours.
unknown: Mrs. Joan Tait is a nurse.
supported: The regatta is held on the second Saturday in July.
contradicted: The regatta is held on the first Saturday of July.
contradicted: The regatta is held in August.
supported: Fourteen clubs sent crews in 2025.
contradicted: Crews from forty clubs started in 2025.
unknown: Crews from fourteen clubs started in 2024.
supported: The course is 1,500 metres long.
contradicted: The course has six lanes.
contradicted: The course is 1,500 yards long.
supported: Entries close ten days before the race.
contradicted: Entries close ten days after the race.
unknown: Entries open in May.
supported: Each seat costs an entry fee of 12 pounds.
contradicted: The entry fee is 12 pounds for each crew.
contradicted: The entry fee is returned if a crew withdraws.
supported: The fee is not returned when a crew withdraws.
supported: The Heron Cup was given by Arthur Bell in 1952.
contradicted: The Heron Cup goes to the fastest four.
contradicted: Arthur Bell gave the Heron Cup in 1925.
unknown: Arthur Bell was captain in 1952.
unknown: Arthur Bell won the Heron Cup.
supported: Lunch is served from noon.
contradicted: Lunch is served until noon.
supported: Crews park for free.
contradicted: Parking costs 5 pounds for crews.
unknown: Does the club own a bar?
unknown: Rowing is an Olympic sport.
"""

BREWERY = [
    Reading(
        """# Millbank Brewery

The brewery was opened in 1998 by Clara Duff in an old mill.
It brews nine beers, three of them only in winter.

Malt comes from farms in the valley; hops are bought from a cooperative in Kent.
The water is taken from a spring behind the mill.

A batch ferments for eight days and matures for at least three weeks.
Beer is not filtered and never pasteurised.

Bottles are filled on Wednesdays and Thursdays by four people. Each bottle holds 330 millilitres.
Broken bottles are counted every evening.

The head brewer tastes every batch before it is sold.
If a batch tastes sour, it is poured away and the tank is cleaned twice.

## Visitors

Tours start at 15:00 from Friday to Sunday and cost 9 pounds, tasting included.
Children under sixteen enter only with a parent.

Groups of more than twelve book two weeks ahead. Photographs are allowed except in the laboratory.

The shop sells beer, glasses and malt vinegar.
Members of the friends' circle get ten percent off on all beers.

## Staff

Twenty-three people work at the brewery, most of them part-time.
Everybody gets two crates of beer a month, apprentices only one.

Safety shoes are worn in the cellar. Nobody enters a tank alone.
Gas alarms are tested on the first Monday of the month.

The forklift may be driven by trained staff only.
Orders from pubs must arrive by Tuesday noon to be delivered the same week.
""",
        "brewery.md",
    ),
]
BREWERY_SENTENCES = """
supported: The brewery was opened in 1998.
supported: Clara Duff opened the brewery in 1998.
contradicted: The brewery was opened in 1989.
unknown: The mill was opened in 1998 by Clara Duff.
unknown: The brewery was opened for Clara Duff.
unknown: Clara Duff was opened in an old mill.
supported: The brewery brews nine beers.
contradicted: The brewery brews three beers.
contradicted: The brewery brews twelve beers.
unknown: The brewery brews nine beers in winter.
supported: Three of the beers are brewed only in winter.
unknown: Nine farms are in the valley.
supported: Malt comes from farms in the valley.
contradicted: Malt does not come from farms in the valley.
unknown: Malt goes to farms in the valley.
unknown: Hops come from farms in the valley.
supported: Hops are bought from a cooperative in Kent.
unknown: Hops are bought by a cooperative in Kent.
unknown: Hops are sold to a cooperative in Kent.
unknown: Hops were bought from a cooperative in Kent until 2010.
supported: The water is taken from a spring behind the mill.
unknown: The water is taken to a spring behind the mill.
unknown: The spring is taken from the water.
contradicted: A batch ferments for ten days.
supported: A batch ferments for eight days.
unknown: A batch ferments within eight days.
unknown: A batch ferments after eight days.
supported: A batch matures for at least three weeks.
contradicted: A batch matures for two weeks.
unknown: A batch matures for three weeks.
contradicted: A batch ferments for three weeks.
supported: Beer is not filtered.
supported: Beer is never pasteurised.
contradicted: Beer is filtered.
contradicted: Beer is pasteurised.
unknown: Water is not filtered.
unknown: Beer is rarely filtered.
supported: Bottles are filled on Wednesdays.
unknown: Bottles are filled only on Wednesdays.
supported: Four people fill bottles on Wednesdays and Thursdays.
contradicted: Bottles are filled by six people.
unknown: Bottles are emptied on Wednesdays.
unknown: Barrels are filled on Wednesdays and Thursdays.
supported: Each bottle holds 330 millilitres.
contradicted: Each bottle holds 500 millilitres.
unknown: Each glass holds 330 millilitres.
supported: Broken bottles are counted every evening.
unknown: Bottles are counted every evening.
unknown: Broken bottles are thrown away every evening.
unknown: Full bottles are counted every evening.
supported: The head brewer tastes every batch.
contradicted: The head brewer tastes every batch after it is sold.
unknown: The head brewer sells every batch.
unknown: Every visitor tastes a batch before it is sold.
unknown: The head of the brewer tastes every batch.
unknown: The brewer's head tastes every batch.
contradicted: The head brewer does not taste every batch.
unknown: A batch is poured away.
unknown: A batch tastes sour.
supported: If a batch tastes sour, it is poured away.
unknown: If a batch tastes sweet, it is poured away.
unknown: The tank is cleaned twice a day.
unknown: The tank is cleaned twice.
supported: Tours start at 15:00.
contradicted: Tours start at 14:00.
unknown: Tours start after 15:00.
unknown: Tours end at 15:00.
supported: Tours cost 9 pounds.
contradicted: Tours cost 12 pounds.
contradicted: Tours cost 9 euros.
unknown: Tastings cost 9 pounds.
unknown: Tours cost 9 pounds for children.
supported: Tasting is included.
contradicted: Tasting is not included.
supported: Children under sixteen enter only with a parent.
contradicted: Children under sixteen enter without a parent.
unknown: Children under sixteen enter free.
unknown: Children enter only with a parent.
unknown: Parents under sixteen enter only with a child.
unknown: Children over sixteen enter only with a parent.
supported: Groups of more than twelve book two weeks ahead.
contradicted: Groups of more than twelve book four weeks ahead.
supported: Groups of 20 book two weeks ahead.
unknown: Groups of ten book two weeks ahead.
unknown: Groups of fewer than twelve book two weeks ahead.
unknown: Groups book two weeks ahead.
unknown: All groups book two weeks ahead.
contradicted: Photographs are allowed in the laboratory.
supported: Photographs are not allowed in the laboratory.
unknown: Photographs are allowed everywhere.
contradicted: Photographs are forbidden.
supported: The shop sells glasses.
unknown: The shop sells malt.
unknown: The shop buys glasses.
unknown: The shop sells only beer.
contradicted: The shop does not sell beer.
supported: Members of the friends' circle get ten percent off on all beers.
contradicted: Members of the friends' circle get 20 percent off on all beers.
unknown: Friends of the members get ten percent off on all beers.
unknown: Everybody gets ten percent off on all beers.
unknown: Members of the friends' circle get ten percent off on all glasses.
supported: Twenty-three people work at the brewery.
contradicted: Thirty people work at the brewery.
unknown: Twenty-three people work at the brewery part-time.
supported: Most people at the brewery work part-time.
contradicted: All people at the brewery work full-time.
supported: Everybody gets two crates of beer a month.
contradicted: Apprentices get two crates of beer a month.
supported: Apprentices get only one crate of beer a month.
contradicted: Everybody gets two crates of beer a week.
unknown: Everybody gets two crates of vinegar a month.
unknown: Everybody gets a crate of beer every day.
unknown: Everybody pays two crates of beer a month.
supported: Safety shoes are worn in the cellar.
contradicted: Safety shoes are not worn in the cellar.
unknown: Safety shoes are worn in the shop.
unknown: Safety shoes are sold in the cellar.
unknown: Safety helmets are worn in the cellar.
supported: Nobody enters a tank alone.
contradicted: Apprentices may enter a tank alone.
unknown: Nobody enters a tank.
unknown: Nobody enters the cellar alone.
supported: Gas alarms are tested on the first Monday of the month.
unknown: Gas alarms are tested on the second Monday of the month.
contradicted: Gas alarms are tested on the first Friday of the month.
unknown: Gas alarms are tested every Monday.
unknown: Smoke alarms are tested on the first Monday of the month.
supported: Only trained staff may drive the forklift.
unknown: Trained staff must drive the forklift.
contradicted: The forklift may be driven by anybody.
unknown: The van may be driven by trained staff only.
unknown: The forklift was driven by Clara Duff.
supported: Orders from pubs must arrive by Tuesday noon.
unknown: Orders to pubs must arrive by Tuesday noon.
contradicted: Orders from pubs must arrive by Thursday noon.
unknown: Orders from shops must arrive by Tuesday noon.
unknown: Orders from pubs must arrive after Tuesday noon.
unknown: Orders from pubs are delivered on Tuesday.
"""

MUSEUM = [
    Reading(
        """# Harbour Museum

The museum is open from Tuesday to Sunday between ten and seventeen o'clock.
On the last Friday of the month it stays open until 21:00.

Admission is 11 euros for adults and 6 euros for students. Children under ten pay nothing.
Tickets bought online are valid for thirty days.

Large bags must be left in the cloakroom.
Drinks are not allowed in the galleries, but may be taken into the courtyard.

The collection has 12,400 objects, of which about a tenth is on show.
Most of the ship models were given by the Verhoeven family.

The steam crane was built by Stahl & Co. in 1911 and moved to the museum in 1987.
It is demonstrated twice a year, weather permitting.

Loans to other museums need the signature of the director and of the registrar.
A loan lasts at most one year unless the board extends it.

Guides are paid 35 euros an hour. They must speak at least two languages.
Nobody guides more than three groups a day.

The storage rooms are kept at 18 degrees and 50 percent humidity. Staff enter them in pairs.
Flash photography is forbidden.

School classes visit free of charge on weekday mornings if they register a week before.
Teachers receive the material by e-mail.

The café is run by a tenant, who also cleans the courtyard. Dogs may sit on the terrace but not inside.
""",
        "museum.md",
    ),
]
MUSEUM_SENTENCES = """
supported: The museum is open from Tuesday to Sunday.
unknown: The museum is open from Sunday to Tuesday.
contradicted: The museum is open on Mondays.
contradicted: The museum is open between nine and seventeen o'clock.
supported: On the last Friday of the month the museum stays open until 21:00.
unknown: The museum stays open until 21:00.
unknown: The museum stays open until 21:00 every Friday.
contradicted: On the last Friday of the month the museum stays open until 22:00.
unknown: On the first Friday of the month the museum stays open until 21:00.
supported: Adults pay 11 euros.
supported: Admission is 6 euros for students.
contradicted: Admission is 6 euros for adults.
contradicted: Admission is 11 euros for students.
contradicted: Admission for adults is 15 euros.
unknown: Admission is free on Sundays.
contradicted: Admission is free for adults.
supported: Children under ten pay nothing.
contradicted: Children under ten pay 3 euros.
unknown: Children pay nothing.
unknown: Children under twelve pay nothing.
supported: A child of eight pays nothing.
supported: Tickets bought online are valid for thirty days.
unknown: Tickets are valid for thirty days.
contradicted: Tickets bought online are valid for ten days.
unknown: Tickets bought at the door are valid for thirty days.
unknown: Tickets bought online are valid in thirty days.
unknown: Tickets bought online are sold for thirty days.
supported: Large bags must be left in the cloakroom.
unknown: Bags must be left in the cloakroom.
unknown: Small bags must be left in the cloakroom.
contradicted: Large bags need not be left in the cloakroom.
unknown: Large bags may be left in the courtyard.
supported: Drinks are not allowed in the galleries.
contradicted: Drinks are allowed in the galleries.
supported: Drinks may be taken into the courtyard.
contradicted: Drinks may not be taken into the courtyard.
unknown: Drinks are not allowed in the courtyard café.
unknown: Drinks are allowed only in the courtyard.
unknown: Food is not allowed in the galleries.
supported: The collection has 12,400 objects.
contradicted: The collection has 14,200 objects.
supported: About a tenth of the collection is on show.
unknown: The museum has sold 12,400 objects.
contradicted: All objects are on show.
supported: Most of the ship models were given by the Verhoeven family.
unknown: The ship models were given by the Verhoeven family.
contradicted: All of the ship models were given by the Verhoeven family.
unknown: The ship models were given to the Verhoeven family.
unknown: Most of the ship models were made by the Verhoeven family.
supported: The steam crane was built in 1911.
supported: Stahl & Co. built the steam crane.
contradicted: The steam crane was built in 1921.
unknown: The steam crane was built for Stahl & Co. in 1911.
supported: The steam crane was moved to the museum in 1987.
unknown: The steam crane was moved from the museum in 1987.
contradicted: The steam crane was built in 1987.
contradicted: The steam crane was moved to the museum in 1978.
unknown: The museum was built in 1911.
unknown: The steam crane is painted twice a year.
supported: The steam crane is demonstrated twice a year.
contradicted: The steam crane is demonstrated twice a month.
unknown: The steam crane is demonstrated every day.
supported: Loans to other museums need the signature of the director.
unknown: Loans to members need the signature of the director.
unknown: Loans from other museums need the signature of the director and of the registrar.
unknown: Loans need the signature of the director.
contradicted: Loans to other museums need no signature.
unknown: Loans to other museums need the signature of the mayor.
unknown: The director needs loans to other museums.
supported: A loan lasts at most one year unless the board extends it.
unknown: A loan lasts one year.
unknown: A loan lasts at least one year.
unknown: The board extends every loan.
supported: Guides are paid 35 euros an hour.
contradicted: Guides are paid 35 euros a day.
contradicted: Guides are paid 30 euros an hour.
unknown: Guides pay 35 euros an hour.
unknown: Visitors are paid 35 euros an hour.
supported: Guides must speak at least two languages.
unknown: Guides must speak two languages fluently.
contradicted: Guides must speak only one language.
unknown: Guides speak three languages.
unknown: Visitors must speak at least two languages.
supported: Nobody guides more than three groups a day.
contradicted: Some people guide five groups a day.
unknown: Nobody guides three groups a day.
unknown: Nobody visits more than three groups a day.
supported: The storage rooms are kept at 18 degrees.
contradicted: The storage rooms are kept at 21 degrees.
unknown: The galleries are kept at 18 degrees.
contradicted: The storage rooms are kept at 40 percent humidity.
supported: Staff enter the storage rooms in pairs.
unknown: Visitors enter the storage rooms in pairs.
contradicted: Staff enter the storage rooms alone.
supported: Flash photography is forbidden.
contradicted: Flash photography is allowed.
unknown: Photography is forbidden.
unknown: Flash photography was forbidden in 1987.
supported: School classes visit free of charge on weekday mornings if they register a week before.
unknown: School classes visit free of charge.
unknown: School classes visit free of charge on weekends.
unknown: Teachers register a week before.
supported: Teachers receive the material by e-mail.
unknown: Teachers send the material by e-mail.
contradicted: Teachers receive the material by post.
unknown: Teachers write the material.
supported: The café is run by a tenant.
contradicted: The café is run by the museum.
supported: A tenant runs the café.
unknown: The tenant is run by a café.
supported: The tenant cleans the courtyard.
unknown: The tenant owns the courtyard.
unknown: The museum cleans the courtyard.
supported: Dogs may sit on the terrace.
contradicted: Dogs may sit inside.
contradicted: Dogs may not sit on the terrace.
unknown: Dogs must sit on the terrace.
unknown: Cats may sit on the terrace.
"""

MORE_WORLDS: dict[str, tuple[list[Reading], str]] = {
    "ward": (WARD, WARD_SENTENCES),
    "rowing club": (ROWING_CLUB, ROWING_CLUB_SENTENCES),
    "brewery": (BREWERY, BREWERY_SENTENCES),
    "museum": (MUSEUM, MUSEUM_SENTENCES),
}
